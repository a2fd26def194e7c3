import type { ErasureCounts, ErasureReceipt } from '../contacts/contact-erasure.types';

/** What an erasure would take, and how a caller confirms it; or the receipt of the one that is done. */
export interface ErasurePreview {
  contactId: string;
  hasProfile: boolean;
  counts: ErasureCounts;
  confirmation: string;
  receipt: ErasureReceipt | null;
}

/** What went with some conversations of one agent; whose they were is left as it is. */
export interface ConversationsErasure {
  erasedAt: Date;
  records: Omit<ErasureCounts, 'contacts' | 'storedResponses'>;
}
