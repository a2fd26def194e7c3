import { readFileSync } from 'node:fs';
import { isObject } from '../../common/validation/is-object';
import { type Plan, PLAN_LIMITS } from './plan.types';

/** The plan of new workspaces and of accounts without a workspace. Every set of plans has it. */
export const FIRST_PLAN = 'free';

const MIB = 1_048_576;

const BUILT_IN = {
  free: {
    workspacesOwned: 3,
    agents: 3,
    members: 5,
    customDomains: 0,
    monthlyCredits: 100,
    sources: 500,
    sourceBytes: 50_000_000,
    lexemes: 100_000,
    dailyUnverifiedMails: 50,
    dailyUnverifiedMailsPerRecipient: 5,
    webhooks: 2,
    attachmentBytes: 10 * MIB,
    storageBytes: 1_000_000_000,
    outboundPerDay: 20,
  },
  pro: {
    workspacesOwned: 25,
    agents: 50,
    members: 100,
    customDomains: 10,
    monthlyCredits: 10_000,
    sources: 5_000,
    sourceBytes: 1_000_000_000,
    lexemes: 500_000,
    dailyUnverifiedMails: 2_000,
    dailyUnverifiedMailsPerRecipient: 100,
    webhooks: 20,
    attachmentBytes: 25 * MIB,
    storageBytes: 50_000_000_000,
    outboundPerDay: 2_000,
  },
  enterprise: {
    workspacesOwned: null,
    agents: null,
    members: null,
    customDomains: null,
    monthlyCredits: null,
    sources: null,
    sourceBytes: null,
    lexemes: null,
    dailyUnverifiedMails: null,
    dailyUnverifiedMailsPerRecipient: null,
    webhooks: null,
    attachmentBytes: 100 * MIB,
    storageBytes: null,
    outboundPerDay: null,
  },
} satisfies Record<string, Plan>;

/** Limits that were added later, so that older files do not have them. The default is the limit of `pro`. */
const LATER = {
  sources: BUILT_IN.pro.sources,
  sourceBytes: BUILT_IN.pro.sourceBytes,
  lexemes: BUILT_IN.pro.lexemes,
  dailyUnverifiedMails: BUILT_IN.pro.dailyUnverifiedMails,
  dailyUnverifiedMailsPerRecipient: BUILT_IN.pro.dailyUnverifiedMailsPerRecipient,
  webhooks: BUILT_IN.pro.webhooks,
  attachmentBytes: BUILT_IN.pro.attachmentBytes,
  storageBytes: BUILT_IN.pro.storageBytes,
  outboundPerDay: BUILT_IN.pro.outboundPerDay,
};

export type Plans = ReadonlyMap<string, Plan>;

/** The built-in plans, or those of PLANS_FILE. Throws a sentence with every problem. */
export function loadPlans(file: string | null): Plans {
  if (file === null) return new Map(Object.entries(BUILT_IN));
  try {
    return plansOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`PLANS_FILE ${file} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * `{"<plan id>": {"agents": 3, …}}` with every limit of every plan, except that the later ones are optional. Other
 * names are refused, so that a typo does not mean “no limit”.
 */
export function plansOf(json: unknown): Plans {
  if (!isObject(json)) throw new Error('it must be an object with a plan for each id');
  const plans = Object.entries(json).map(([id, plan]) => [id, isObject(plan) ? { ...LATER, ...plan } : plan] as const);
  const problems = plans.flatMap(([id, plan]) => problemsOf(id, plan));
  if (!(FIRST_PLAN in json)) problems.push(`the plan ${FIRST_PLAN} of new workspaces is missing`);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return new Map(plans as [string, Plan][]);
}

function problemsOf(id: string, plan: unknown): string[] {
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(id)) return [`the id “${id}” is not 1 to 63 of a-z, 0-9, _ and -`];
  if (!isObject(plan)) return [`${id} must be an object with its limits`];
  const known: readonly string[] = PLAN_LIMITS;
  return [
    ...PLAN_LIMITS.filter((name) => !isLimit(plan[name])).map(
      (name) => `${id}.${name} must be a whole number from 0, or null for no limit`,
    ),
    ...Object.keys(plan).flatMap((name) => (known.includes(name) ? [] : [`${id}.${name} is not a limit`])),
  ];
}

function isLimit(value: unknown): boolean {
  return value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
}
