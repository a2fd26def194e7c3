/** Credits held for work in progress, until it succeeds or fails. */
export interface HeldCredits {
  workspaceId: string;
  id: string;
  /** The first day of the month that pays: `2026-11-01`. */
  month: string;
}

export const CREDIT_PURPOSES = ['copilot_translation'] as const;
export type CreditPurpose = (typeof CREDIT_PURPOSES)[number];

/** The use of spent credits. */
export interface CreditUse {
  purpose: CreditPurpose;
  /** The record that they paid for. It may be deleted. */
  referenceId: string;
  /** The member who requested it. */
  memberId: string;
}

/** The credits of a workspace in the current month. */
export interface CreditBalance {
  /** The first day of the month: `2026-11-01`. */
  month: string;
  /** Null means no limit. */
  limit: number | null;
  spent: number;
  held: number;
  /** The credits that can be held now, never below zero. Null means no limit. */
  remaining: number | null;
}
