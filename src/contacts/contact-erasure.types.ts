/** How many of each kind an erasure takes. */
export interface ErasureCounts {
  contacts: number;
  conversations: number;
  messages: number;
  notes: number;
  attachments: number;
  suggestions: number;
  chatTurns: number;
  knowledgeGaps: number;
  supportRequests: number;
  storedResponses: number;
}

/** That a person was erased, and what went. Names nobody but by ids. */
export interface ErasureReceipt {
  id: string;
  contactId: string;
  erasedAt: Date;
  /** The member. */
  erasedBy: string;
  records: ErasureCounts;
}

/** By what a person is recognized when they come from outside. */
export interface ContactIdentity {
  externalId: string | null;
  /** Lower case. */
  email: string | null;
}
