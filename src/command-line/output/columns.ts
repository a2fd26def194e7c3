import { type Schema, typeOf } from '../capability';

/** Columns that somebody reads at a glance. */
const MOST = 6;
/** A list of fewer says too little; what else is short fills it up. */
const LEAST = 4;
/** One of fewer still has nothing short left: then what nobody reads at a glance fills it up. */
const FEWEST = 3;

/** What people call things and each other. */
const NAMES = new Set(
  'name title label email phone company summary subject question text message userAgent'.split(' '),
);
/** Names of what has one of a few values. */
const STATES = new Set('status state type kind role'.split(' '));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a field tells, in the order of columns. */
const RANKS = ['id', 'name', 'state', 'value', 'time', 'created', 'reference', 'compound'] as const;
type Rank = (typeof RANKS)[number];

/** What a list shows unless it is told: the id, what things are called, what state they are in, since when they are. */
export function columnsOf(record: Schema): string[] {
  const fields = rankedFields(record);
  const of = (...ranks: Rank[]): string[] => fields.filter(({ rank }) => ranks.includes(rank)).map(({ name }) => name);
  const read = [...of('id', 'created'), ...of('name', 'state')].slice(0, MOST);
  const short = [...read, ...of('value', 'time').slice(0, Math.max(0, LEAST - read.length))];
  const shown = new Set([...short, ...of('reference', 'compound').slice(0, Math.max(0, FEWEST - short.length))]);
  const chosen = fields.map(({ name }) => name).filter((name) => shown.has(name));
  // Without an id the order is that of the record, such as a row's number first.
  return of('id').length > 0 ? chosen : Object.keys(record.properties ?? {}).filter((name) => shown.has(name));
}

/** Every field, what is read first in front. */
export function allColumnsOf(record: Schema): string[] {
  return rankedFields(record).map(({ name }) => name);
}

function rankedFields({ properties = {} }: Schema): { name: string; rank: Rank }[] {
  return Object.entries(properties)
    .map(([name, schema]) => ({ name, rank: rankOf(name, schema) }))
    .sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank));
}

function rankOf(name: string, schema: Schema): Rank {
  if (name === 'id') return 'id';
  if (['object', 'array'].includes(typeOf(schema))) return 'compound';
  if (name === 'createdAt') return 'created';
  if (schema.format === 'date-time' || name.endsWith('At')) return 'time';
  if (NAMES.has(name)) return 'name';
  if (STATES.has(name) || schema.enum) return 'state';
  return isReference(schema) ? 'reference' : 'value';
}

/** To another record: nobody reads those. */
function isReference({ format, examples = [] }: Schema): boolean {
  return format === 'uuid' || examples.some((example) => typeof example === 'string' && UUID.test(example));
}
