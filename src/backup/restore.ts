import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { connect, type NamedDatabase, problemOf } from '../common/database/connect';
import { runMigrations, takeLock } from '../common/database/migrate';
import { listFeatures, missingFeatures } from '../common/database/migration-history';
import type { FeatureCatalog, FeatureMigration } from '../common/feature/feature-catalog';
import { capitalized } from '../common/text/capitalized';
import { BackupRefused } from './backup.errors';
import {
  COUNT_CONSTRAINTS,
  LIST_RELATIONS,
  LIST_SEQUENCES,
  LIST_SET_ASIDE,
  LIST_TABLES,
  type NamedColumns,
  type OwnedSequence,
  READABLE,
} from './catalog.sql';
import type { Frame } from './frames';
import type { Progress } from './snapshot';

/** PostgreSQL's code for a lock time-out. */
const LOCK_NOT_AVAILABLE = '55P03';

export interface Restored {
  tables: number;
  rows: number;
}

/** The source of rows, and its name in messages. */
export interface Origin {
  /** For a sentence: `the backup`. */
  name: string;
  /** The version of Parley that wrote them. */
  writtenBy: string;
  /** All migrations that had run, in order. */
  migrations: readonly string[];
  /** Each feature with its last migration. Absent if the source did not record it. */
  features?: Readonly<Record<string, string>>;
  /** Absent in the same case. */
  tables?: readonly string[];
  frames(): AsyncIterable<Frame>;
}

export interface RestoreOptions {
  features: FeatureCatalog;
  /** Statements on the restored rows, in the same transaction. */
  settle: readonly string[];
  /** Runs right before the commit. */
  beforeCommit?: (client: Client) => Promise<void>;
  progress: Progress;
}

/**
 * Puts rows into an empty database: first the schema by its migrations, then all rows in one transaction. If the
 * process ends early, the database has only empty tables, and the restore can be repeated.
 *
 * @throws CannotStart if the database is not empty or unusable, or a later version wrote the rows
 */
export async function restore(database: NamedDatabase, origin: Origin, options: RestoreOptions): Promise<Restored> {
  const ran = new Set(origin.migrations);
  const known = knownMigrations(origin, ran, options.features);
  const client = await connect(database, 'parley restore');
  try {
    await ensureFits(client, database.setting, { ran, name: origin.name });
    await runMigrations(database.url, known);
    // Held until the connection ends.
    await takeLock(async (sql, values) => (await client.query<{ taken: boolean }>(sql, values)).rows);
    await client.query('BEGIN');
    const restored = await load(client, database.setting, origin, options);
    await options.beforeCommit?.(client);
    await client.query('COMMIT');
    await client.query('SET statement_timeout = 0');
    await client.query('ANALYZE');
    return restored;
  } catch (error) {
    throw problemOf(error, database.setting, client);
  } finally {
    // The end of the connection rolls back. A statement could fail and hide the reason.
    await client.end();
  }
}

/** @throws BackupRefused if the rows belong to a feature that is not loaded, to no feature, or to a later version */
function knownMigrations(origin: Origin, ran: ReadonlySet<string>, features: FeatureCatalog): FeatureMigration[] {
  const absent = missingFeatures(origin.features ?? {}, features);
  if (absent.size > 0) {
    throw new BackupRefused(
      `${capitalized(origin.name)} has ${listFeatures(absent)}, which this installation does not load. Nothing was changed. ` +
        'If it is a module of yours, add it to PARLEY_FEATURES; if it is of a later version of Parley, use that version.',
    );
  }
  const known = features.migrations.filter(({ name }) => ran.has(name));
  if (known.length < ran.size) {
    throw new BackupRefused(
      `This version does not know all tables of ${origin.name}, which ${origin.writtenBy} wrote. Use the version that migrated them.`,
    );
  }
  return known;
}

/**
 * The database may have the schema, as the service creates it at start, but not that of a later version: migrations do
 * not run back.
 */
async function ensureFits(
  client: Client,
  setting: string,
  { ran, name: origin }: { ran: ReadonlySet<string>; name: string },
): Promise<void> {
  const { rows: relations } = await client.query<{ name: string }>(LIST_RELATIONS);
  const [first] = relations;
  if (!first) return;
  if (!relations.some(({ name }) => name === 'migrations')) {
    throw new BackupRefused(
      `${setting} names a database that is not empty: it has ${first.name}, which does not belong to Parley. Name an empty one.`,
    );
  }
  const { rows: there } = await client.query<{ name: string }>('SELECT name FROM migrations');
  if (there.some(({ name }) => !ran.has(name))) {
    throw new BackupRefused(
      `${setting} names a database that has the tables of another version than ${origin}. Name one without tables.`,
    );
  }
  const { rows: tables } = await client.query<NamedColumns>(LIST_TABLES);
  await ensureEmpty(client, setting, own(tables));
}

async function load(client: Client, setting: string, origin: Origin, options: RestoreOptions): Promise<Restored> {
  await client.query(READABLE);
  const { rows: found } = await client.query<NamedColumns>(LIST_TABLES);
  const tables = new Map(found.map(({ table, columns }) => [table, columns]));
  tables.delete('migrations');
  for (const table of origin.tables ?? []) ensureKnown(table, tables, origin);
  await lockTables(client, setting, own(found));
  await ensureEmpty(client, setting, own(found));
  const { rows: constraints } = await client.query<{ all: number }>(COUNT_CONSTRAINTS);
  const { rows: setAside } = await client.query<{ away: string; back: string }>(LIST_SET_ASIDE);
  for (const { away } of setAside) await client.query(away);
  const counted = await copy(client, origin, tables, options.progress);
  options.progress('checking');
  for (const { back } of setAside) await client.query(back);
  await check(client, counted, { constraints, origin });
  for (const statement of options.settle) await client.query(statement);
  const rows = [...counted.values()].reduce((sum, count) => sum + count, 0);
  return { tables: counted.size, rows };
}

/** Without the table that migrations write themselves. */
function own(tables: readonly NamedColumns[]): string[] {
  return tables.map(({ table }) => table).filter((table) => table !== 'migrations');
}

/** No other connection can write from here on. */
async function lockTables(client: Client, setting: string, tables: readonly string[]): Promise<void> {
  const names = tables.map((table) => client.escapeIdentifier(table));
  await client.query(`SET LOCAL lock_timeout = '10s'`);
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new BackupRefused(`${setting} names a database that is in use. Stop the service, and try again.`);
  });
}

async function ensureEmpty(client: Client, setting: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${client.escapeIdentifier(table)} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new BackupRefused(
      `${setting} names a database that is not empty: ${table} has rows. Nothing was changed. Name an empty one.`,
    );
  }
}

/** Refuses rows without a table here: if a restore skipped them, their loss would show too late. */
function ensureKnown(table: string, tables: ReadonlyMap<string, string[]>, { name }: Origin): string[] {
  const columns = tables.get(table);
  if (columns) return columns;
  throw new BackupRefused(
    `${capitalized(name)} has the table ${table}, which no feature of this installation declares. Nothing was changed. ` +
      'Add the module of its feature to PARLEY_FEATURES.',
  );
}

async function copy(
  client: Client,
  origin: Origin,
  tables: Map<string, string[]>,
  progress: Progress,
): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  let into: { table: string; stream: ReturnType<typeof from>; done: Promise<void> } | null = null;
  let ended = false;
  for await (const frame of origin.frames()) {
    switch (frame.kind) {
      case 'table': {
        const columns = ensureKnown(frame.table, tables, origin);
        progress(`${rows.size + 1} of ${tables.size}: ${frame.table}`);
        const stream = client.query(from(copyInto(client, frame.table, matching(frame, columns, origin))));
        into = { table: frame.table, stream, done: finished(stream) };
        // The error is handled where the stream is awaited.
        into.done.catch(() => {});
        break;
      }
      case 'rows':
        // A failed stream never drains.
        if (into && !into.stream.write(frame.text)) await Promise.race([once(into.stream, 'drain'), into.done]);
        break;
      case 'counted':
        if (!into) break;
        into.stream.end();
        await into.done;
        ensureCount(into.table, into.stream.rowCount, { expected: frame.rows, origin });
        rows.set(into.table, frame.rows);
        into = null;
        break;
      case 'sequence':
        await goOnAfter(client, frame);
        break;
      case 'end':
        ended = true;
    }
  }
  if (!ended) throw new BackupRefused(`Nothing was changed: the end of ${origin.name} is missing.`);
  return rows;
}

function copyInto(client: Client, table: string, columns: readonly string[]): string {
  const names = columns.map((column) => client.escapeIdentifier(column));
  return `COPY ${client.escapeIdentifier(table)} (${names.join(', ')}) FROM STDIN`;
}

/** If a column was added or removed, the mapping of the others is unclear. */
function matching({ table, columns }: NamedColumns, own: readonly string[], { name }: Origin): readonly string[] {
  if ([...columns].sort().join() === [...own].sort().join()) return columns;
  throw new BackupRefused(`${table} has other columns in ${name} than in this version. Nothing was changed.`);
}

async function goOnAfter(
  client: Client,
  at: { table: string; column: string; lastValue: string; isCalled: boolean },
): Promise<void> {
  const { rows } = await client.query<OwnedSequence>(LIST_SEQUENCES);
  const own = rows.find(({ table, column }) => table === at.table && column === at.column);
  if (own) await client.query('SELECT setval($1, $2, $3)', [own.sequence, at.lastValue, at.isCalled]);
}

/** Compares the numbers of rows with those of the source, and validates every constraint of the schema. */
async function check(
  client: Client,
  counted: Map<string, number>,
  { constraints, origin }: { constraints: { all: number }[]; origin: Origin },
): Promise<void> {
  for (const [table, count] of counted) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${client.escapeIdentifier(table)}`);
    ensureCount(table, Number(rows[0]?.n), { expected: count, origin });
  }
  const { rows } = await client.query<{ all: number; valid: number }>(COUNT_CONSTRAINTS);
  const [found] = rows;
  if (found?.valid !== constraints[0]?.all)
    throw new BackupRefused('The rows violate a constraint. Nothing was changed.');
}

function ensureCount(table: string, found: number, { expected, origin }: { expected: number; origin: Origin }): void {
  if (found === expected) return;
  throw new BackupRefused(`${table} has ${found} rows, and ${expected} in ${origin.name}. Nothing was changed.`);
}
