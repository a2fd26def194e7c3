import { stringify } from 'csv-stringify/sync';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../../src/common/database/uuid';
import { searchText } from '../../../src/contacts/search-text';
import { type ContactRow, contactRow } from '../contact-row';

const COLUMNS =
  'workspace_id, id, agent_ids, external_id, name, email, phone, company, locale, timezone, notes, attributes, search_text';
const CHUNK = 65_536;

export interface Rows {
  workspaceId: string;
  /** How many; numbered from 0. */
  count: number;
  /** Agents of the workspace that the rows belong to. */
  agentIds: readonly string[];
}

/** The statement that takes {@link copyText}, for a table with the columns of `contacts`. */
export const copyInto = (table: string): string => `COPY ${table} (${COLUMNS}) FROM STDIN`;

/** The rows as COPY's text format, in pieces of some 64 KiB, with what the service would write into the same columns. */
export function* copyText({ workspaceId, count, agentIds }: Rows): Generator<string> {
  yield* chunks(count, (n) => line(workspaceId, contactRow(n, agentIds)));
}

/** The same rows as a customer's system sends them: one create in a line. */
export function* ndjson({ count, agentIds }: Rows): Generator<string> {
  yield* chunks(count, (n) => `${JSON.stringify(contactRow(n, agentIds))}\n`);
}

const CSV_COLUMNS = ['externalId', 'name', 'email', 'phone', 'company', 'locale', 'timezone', 'notes'] as const;
const CSV_ATTRIBUTES = ['plan', 'orders', 'newsletter'] as const;

/** The same rows as a spreadsheet has them: a column for each attribute. */
export function* csv({ count, agentIds }: Rows): Generator<string> {
  const columns = ['agentIds', ...CSV_COLUMNS, ...CSV_ATTRIBUTES.map((name) => `attributes.${name}`)];
  yield stringify([columns]);
  yield* chunks(count, (n) => {
    const row = contactRow(n, agentIds);
    const attributes = CSV_ATTRIBUTES.map((name) => String(row.attributes[name]));
    return stringify([[row.agentIds.join(';'), ...CSV_COLUMNS.map((name) => row[name]), ...attributes]]);
  });
}

/** @returns milliseconds */
export async function copyRows(client: Client, table: string, text: Iterable<string> | Readable): Promise<number> {
  const started = performance.now();
  const source = text instanceof Readable ? text : Readable.from(text, { objectMode: false });
  await pipeline(source, client.query(from(copyInto(table))));
  return performance.now() - started;
}

function line(workspaceId: string, row: ContactRow): string {
  const { agentIds, externalId, name, email, phone, company, locale, timezone, notes, attributes } = row;
  const values = [workspaceId, newId(), `{${agentIds.join(',')}}`, externalId, name, email, phone, company, locale];
  return `${[...values, timezone, notes, JSON.stringify(attributes), searchText(row)].map(escaped).join('\t')}\n`;
}

function escaped(value: string | null): string {
  return value === null ? '\\N' : value.replaceAll('\\', '\\\\');
}

function* chunks(count: number, lineOf: (n: number) => string): Generator<string> {
  let chunk = '';
  for (let n = 0; n < count; n++) {
    chunk += lineOf(n);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
