/** Credits that are taken for work under way, until it has ended one way or the other. */
export interface HeldCredits {
  workspaceId: string;
  id: string;
  /** The first day of the month that they are of: `2026-11-01`. */
  month: string;
}

export const CREDIT_PURPOSES = ['copilot_translation'] as const;
export type CreditPurpose = (typeof CREDIT_PURPOSES)[number];

/** What credits were spent on. */
export interface CreditUse {
  purpose: CreditPurpose;
  /** The record that they paid for, which may be gone. */
  referenceId: string;
  /** Who asked for it. */
  memberId: string;
}

/** The credits of a workspace in the present month. */
export interface CreditBalance {
  /** The first day of the month: `2026-11-01`. */
  month: string;
  /** Null: no limit. */
  limit: number | null;
  spent: number;
  held: number;
  /** What can be held now, never below zero; null: without limit. */
  remaining: number | null;
}
