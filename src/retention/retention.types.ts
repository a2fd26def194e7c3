/** How many days a workspace keeps what; null: nothing of it goes because of its age. */
export interface RetentionDays {
  conversationDays: number | null;
  turnDays: number | null;
  gapDays: number | null;
  mailDays: number | null;
}

/** How many are older. */
export interface RetentionCounts {
  conversations: number;
  chatTurns: number;
  knowledgeGaps: number;
  inboundMails: number;
}

/** The same of each up to a bound. */
export interface RetentionPreview {
  counts: RetentionCounts;
  /** Whether there are more of some than the bound, which is their count then. */
  more: boolean;
}
