/**
 * What a plan bounds. `monthlyCredits` counts from the first of each month in UTC, the others count what there is now: sources
 * and the bytes they were made of in the workspace, and `lexemes`, the different words that one agent knows, stemmed. Emails to
 * addresses that are not verified count in each day in UTC, of the workspace and to one recipient.
 */
export const PLAN_LIMITS = [
  'workspacesOwned',
  'agents',
  'members',
  'customDomains',
  'monthlyCredits',
  'sources',
  'sourceBytes',
  'lexemes',
  'dailyUnverifiedMails',
  'dailyUnverifiedMailsPerRecipient',
] as const;
export type PlanLimit = (typeof PLAN_LIMITS)[number];

/** Null: no limit. */
export type Plan = Readonly<Record<PlanLimit, number | null>>;
