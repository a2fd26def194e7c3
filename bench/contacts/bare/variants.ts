import { type Caller, type Listing, PAGE_SIZE } from '../caller';
import { RECORD } from './table.sql';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** One way to get a page and the total. */
export interface Variant {
  name: string;
  /** For the session, while the variant runs. */
  settings: readonly string[];
  page: Statement;
  total: Statement;
}

const NO_BITMAPS = ['enable_bitmapscan'];

/** The variants worth trying for a list. The best one depends on the number of results and on the offset. */
export function variants({ workspaceId, agentIds }: Caller, { offset, search }: Listing): Variant[] {
  const values: unknown[] = [workspaceId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const agents = agentIds && parameter(agentIds);
  const text = search === null ? '' : ` AND search_text LIKE ${parameter(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`;
  const of = (scope: string): string => `FROM bare.contacts WHERE workspace_id = $1${scope}${text}`;
  const unscoped = ` AND agent_ids = '{}'`;
  const shared = ` AND agent_ids && ${agents}::uuid[]`;
  const visible = agents ? ` AND (agent_ids = '{}' OR agent_ids && ${agents}::uuid[])` : '';

  const window = `ORDER BY seq DESC LIMIT ${PAGE_SIZE} OFFSET ${offset}`;
  const inOrder = `SELECT ${RECORD} ${of(visible)} ${window}`;
  const byKeys = (keys: string): string =>
    `SELECT ${RECORD} FROM (${keys} ${window}) k JOIN bare.contacts c USING (workspace_id, seq) ORDER BY seq DESC`;
  const keysFirst = byKeys(`SELECT workspace_id, seq ${of(visible)}`);
  const count = `SELECT count(*) AS total ${of(visible)}`;
  const twoSets = byKeys(`SELECT workspace_id, seq ${of(unscoped)} UNION ALL SELECT workspace_id, seq ${of(shared)}`);
  const sum = `SELECT (SELECT count(*) ${of(unscoped)}) + (SELECT count(*) ${of(shared)}) AS total`;

  const variant = (name: string, page: string, total: string, settings: readonly string[] = []): Variant => {
    return { name, settings, page: { text: page, values }, total: { text: total, values } };
  };
  return [
    variant('in order', inOrder, count),
    ...(offset > 0 ? [variant('keys first', keysFirst, count)] : []),
    ...(agents ? [variant('two sets', offset > 0 ? twoSets : inOrder, sum)] : []),
    ...(agents || search ? [variant('no bitmaps', inOrder, count, NO_BITMAPS)] : []),
  ];
}
