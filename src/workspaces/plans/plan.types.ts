/**
 * The limits of a plan. `monthlyCredits` counts from the first day of each month in UTC. The others count the current
 * state: the workspace's sources and the bytes that they were made from, and `lexemes`, the different word stems that
 * one agent knows. `attachmentBytes` is the size of one file of a message, `storageBytes` that of all of them. Conversations that members begin (`outboundPerDay`) and emails to unverified addresses are counted per day in UTC, for the workspace and for one recipient.
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
  'webhooks',
  'attachmentBytes',
  'storageBytes',
  'outboundPerDay',
] as const;
export type PlanLimit = (typeof PLAN_LIMITS)[number];

/** Null means no limit. */
export type Plan = Readonly<Record<PlanLimit, number | null>>;
