/** The period of the audit log, whose feature deletes its rows itself. `ChainVerifier` relies on the minimum. */
export const AUDIT_DAYS = { setting: 'auditDays', fallback: 365, bounds: { min: 90, max: 3_650 } } as const;

/** The retention periods of a workspace, in days. Null means that age alone deletes nothing. */
export interface RetentionDays {
  conversationDays: number | null;
  turnDays: number | null;
  gapDays: number | null;
  mailDays: number | null;
}

/** Includes the periods that other features register. */
export type AllDays = RetentionDays & Record<string, number | null>;

/** The number of older rows, under the names of the preview. */
export type RetentionCounts = Readonly<Record<string, number>>;

/** The same counts up to a limit. */
export interface RetentionPreview {
  counts: RetentionCounts;
  /** Whether at least one count reached the limit, so that there are more rows. */
  more: boolean;
}
