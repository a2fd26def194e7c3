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
