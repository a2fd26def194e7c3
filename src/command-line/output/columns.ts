import { type Schema, typeOf } from '../capability';

/** The most columns that are easy to read. */
const MOST = 6;
/** A list with fewer columns is extended with other short fields. */
const LEAST = 4;
/** A list with still fewer is extended with references and compound fields. */
const FEWEST = 3;

/** Names and texts that identify a record for people. */
const NAMES = new Set(
  'name title label email phone company summary subject question text message userAgent'.split(' '),
);
/** Names of fields with a small set of values. */
const STATES = new Set('status state type kind role'.split(' '));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The kinds of fields, in the order of columns. */
const RANKS = ['id', 'name', 'state', 'value', 'time', 'created', 'reference', 'compound'] as const;
type Rank = (typeof RANKS)[number];

/** The default columns of a list: the id, the names, the state, and the time of creation. */
export function columnsOf(record: Schema): string[] {
  const fields = rankedFields(record);
  const of = (...ranks: Rank[]): string[] => fields.filter(({ rank }) => ranks.includes(rank)).map(({ name }) => name);
  const read = [...of('id', 'created'), ...of('name', 'state')].slice(0, MOST);
  const short = [...read, ...of('value', 'time').slice(0, Math.max(0, LEAST - read.length))];
  const shown = new Set([...short, ...of('reference', 'compound').slice(0, Math.max(0, FEWEST - short.length))]);
  const chosen = fields.map(({ name }) => name).filter((name) => shown.has(name));
  // Without an id, use the order of the record, such as a row's number first.
  return of('id').length > 0 ? chosen : Object.keys(record.properties ?? {}).filter((name) => shown.has(name));
}

/** Every field, the default columns first. */
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

/** Whether the field is the id of another record, which people rarely read. */
function isReference({ format, examples = [] }: Schema): boolean {
  return format === 'uuid' || examples.some((example) => typeof example === 'string' && UUID.test(example));
}
