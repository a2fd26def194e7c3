/** What a plan bounds. `monthlyCredits` counts from the first of each month in UTC, the others count what there is now. */
export const PLAN_LIMITS = ['workspacesOwned', 'agents', 'members', 'customDomains', 'monthlyCredits'] as const;
export type PlanLimit = (typeof PLAN_LIMITS)[number];

/** Null: no limit. */
export type Plan = Readonly<Record<PlanLimit, number | null>>;
