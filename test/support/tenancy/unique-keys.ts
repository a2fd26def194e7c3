import { parse } from 'libpg-query';
import { conditionsIn, type LookUp } from './unbound-tables';

/** What no two rows of a table share, of any workspaces, as long as the conditions hold for them. */
interface UniqueKey {
  columns: readonly string[];
  conditions: readonly string[];
}

export type UniqueKeys = ReadonlyMap<string, readonly UniqueKey[]>;

/**
 * Look-ups without a workspace that are meant to find rows of several, or that no row of a tenant can be made for. Any other one
 * is by a unique key: else a second row, such as one of a forged file, would be found in the place of the first.
 */
export const OF_SEVERAL: Readonly<Record<string, string>> = {
  'members account_id': 'an account is a member of several workspaces',
  'workspaces owner_account_id': 'an account owns several workspaces',
  'conversation_links conversation_id source_workspace_id':
    'a conversation is linked to several workspaces, and names its own',
  'inbound_mails turn_of': 'a queue looks for the next of all workspaces, and its rows are in no file of a workspace',
  'inbound_mails identity': 'an email is kept once for each address that it came to, and is in no file of a workspace',
  'member_notifications mail_id': 'mails are numbered by the service, and notifications are in no file of a workspace',
};

export const UNIQUE_INDEXES = `
  SELECT c.relname AS "table", pg_get_expr(i.indpred, i.indrelid) AS condition, (
    SELECT array_agg(a.attname::text) FROM unnest(i.indkey[0:i.indnkeyatts - 1]) AS key (attnum)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = key.attnum
  ) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE i.indisunique AND i.indisvalid AND c.relnamespace = 'public'::regnamespace AND i.indexprs IS NULL`;

export async function uniqueKeys(ask: <Row>(sql: string) => Promise<Row[]>): Promise<UniqueKeys> {
  const keys = new Map<string, UniqueKey[]>();
  const rows = await ask<{ table: string; condition: string | null; columns: string[] }>(UNIQUE_INDEXES);
  for (const { table, condition, columns } of rows) {
    const conditions = condition === null ? [] : await conditionsOf(condition);
    keys.set(table, [...(keys.get(table) ?? []), { columns, conditions }]);
  }
  return keys;
}

async function conditionsOf(condition: string): Promise<string[]> {
  const tree = (await parse(`SELECT WHERE ${condition}`)) as {
    stmts: { stmt: { SelectStmt: { whereClause: unknown } } }[];
  };
  return conditionsIn(tree.stmts[0]!.stmt.SelectStmt.whereClause);
}

/** Whether it can find rows of two workspaces by mistake. */
export function isAmbiguous({ table, by, conditions }: LookUp, keys: UniqueKeys): boolean {
  if (`${table} ${by.join(' ')}` in OF_SEVERAL) return false;
  const found = (keys.get(table) ?? []).some(
    (key) =>
      key.columns.every((column) => by.includes(column)) && key.conditions.every((one) => conditions.includes(one)),
  );
  return !found;
}
