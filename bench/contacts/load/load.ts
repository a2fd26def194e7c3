import type { Client } from 'pg';
import { CREATE_TABLE, SEARCH_INDEXES } from '../bare/table.sql';
import { copyRows, copyText } from './copy-text';
import { fillAround, type Places } from './workspaces';

/** Longer than indexing ten million contacts takes on a slow machine. */
const INDEXED_WITHIN_MS = 1_800_000;

export type Table = 'contacts' | 'bare.contacts';

/**
 * Fills both tables with the same contacts (the big workspace by `fillBig`), builds the peer's indexes, and updates the
 * statistics.
 */
export async function load(client: Client, places: Places, fillBig: (table: Table) => Promise<void>): Promise<void> {
  const started = performance.now();
  for (const statement of CREATE_TABLE) await client.query(statement);
  for (const table of ['contacts', 'bare.contacts'] as const) {
    await fillAround(client, table, { places, fillBig: () => fillBig(table) });
  }
  await indexed(client);
  await client.query('VACUUM ANALYZE contacts');
  await client.query('VACUUM ANALYZE bare.contacts');
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\nLoaded within ${minutes} minutes: ${await sizes(client)}`);
}

export async function loadByCopy(client: Client, places: Places, contacts: number): Promise<void> {
  const rows = { ...places.big, count: contacts };
  await load(client, places, async (table) => {
    await copyRows(client, table, copyText(rows));
    if (table === 'bare.contacts') await buildSearchIndexes(client);
  });
}

/** @returns milliseconds */
export async function buildSearchIndexes(client: Client): Promise<number> {
  const started = performance.now();
  for (const statement of SEARCH_INDEXES) await client.query(statement);
  return performance.now() - started;
}

/** Resolves when the service's worker has taken all contacts into its index. */
export async function indexed(client: Client): Promise<void> {
  const started = performance.now();
  for (;;) {
    const { rows } = await client.query('SELECT FROM contact_index_requests LIMIT 1');
    if (rows.length === 0) return;
    if (performance.now() - started > INDEXED_WITHIN_MS) throw new Error('The contacts were not indexed in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function sizes(client: Client): Promise<string> {
  const { rows } = await client.query<{ service: string; bare: string }>(
    `SELECT pg_size_pretty(pg_total_relation_size('contacts') + pg_total_relation_size('contact_postings')) AS service,
       pg_size_pretty(pg_total_relation_size('bare.contacts')) AS bare`,
  );
  return `${rows[0]?.service} with all indexes, bare SQL ${rows[0]?.bare}`;
}
