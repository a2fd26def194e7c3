import { COMPANIES, FIRST_NAMES, LAST_NAMES, MAIL_PROVIDERS, PARTNERSHIP } from './names';
import { phoneOf } from './phones';
import { between, frequentOf, oneOf, type Random, randomOf } from '../support/random';

/** A contact as a customer's own system exports it: the fields of a create. */
export interface ContactRow {
  agentIds: string[];
  externalId: string;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  locale: string;
  timezone: string;
  notes: string | null;
  attributes: Record<string, string | number | boolean>;
}

/** Stands in every external id, so a search for it finds every row. */
export const EVERYWHERE = 'crm-';
const LOCALES = ['en', 'de', 'en-GB', 'fr', 'es', 'sv', 'pl', 'tr', 'ja'];
const TIMEZONES = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'Europe/Madrid',
  'Asia/Tokyo',
  'Europe/Warsaw',
];
const PLANS = ['free', 'starter', 'team', 'enterprise'];
/** Share of the rows without agents. */
const UNSCOPED = 0.1;
/** One row in as many works for the {@link PARTNERSHIP}. */
const PARTNER_EVERY = 40_000;

/** Row number `n` of a workspace; the same for the same arguments, on every machine. */
export function contactRow(n: number, agentIds: readonly string[]): ContactRow {
  const random = randomOf(n + 1);
  const [first, last] = [frequentOf(random, FIRST_NAMES), frequentOf(random, LAST_NAMES)];
  const employer = random() < 0.6 ? frequentOf(random, COMPANIES) : null;
  const domain = employer && random() < 0.6 ? employer.domain : frequentOf(random, MAIL_PROVIDERS);
  const number = random() < 0.7 ? String(between(random, 1, 9999)) : '';
  return {
    agentIds: agentsOf(random, agentIds),
    externalId: `${EVERYWHERE}${String(n).padStart(8, '0')}`,
    name: `${first} ${last}`,
    email: `${ascii(first)}.${ascii(last)}${number}@${domain}`,
    phone: random() < 0.8 ? phoneOf(random) : null,
    company: n % PARTNER_EVERY === 7 ? PARTNERSHIP : (employer?.name ?? null),
    locale: frequentOf(random, LOCALES),
    timezone: frequentOf(random, TIMEZONES),
    notes: random() < 0.15 ? `Requested a call back about order ${between(random, 10_000, 99_999)}.` : null,
    attributes: { plan: oneOf(random, PLANS), orders: between(random, 0, 60), newsletter: random() < 0.4 },
  };
}

/** No agents for one row in ten, otherwise one to three different agents. */
function agentsOf(random: Random, agentIds: readonly string[]): string[] {
  if (random() < UNSCOPED || agentIds.length === 0) return [];
  const count = between(random, 1, 3);
  return [...new Set(Array.from({ length: count }, () => oneOf(random, agentIds)))];
}

/** The part of a name that is used in an address. */
function ascii(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^a-z]/g, '');
}
