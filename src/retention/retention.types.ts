/** How many days a workspace keeps what; null: nothing of it goes because of its age. */
export interface RetentionDays {
  conversationDays: number | null;
  turnDays: number | null;
  gapDays: number | null;
  mailDays: number | null;
}

/** With those of features from outside. */
export type AllDays = RetentionDays & Record<string, number | null>;

/** How many are older, by the names of previews. */
export type RetentionCounts = Readonly<Record<string, number>>;

/** The same of each up to a bound. */
export interface RetentionPreview {
  counts: RetentionCounts;
  /** Whether there are more of some than the bound, which is their count then. */
  more: boolean;
}
