import { Client } from 'pg';

/**
 * The PostgreSQL server that a test run uses, as global-setup announces it to all Jest workers through the environment:
 * an embedded one without fsync, or the server that TEST_DATABASE_URL names (its role needs CREATEDB).
 */
export const SERVER_URL = 'PARLEY_TEST_SERVER_URL';
/** Begins the names of all databases of this run; see {@link newRunPrefix}. */
export const RUN_PREFIX = 'PARLEY_TEST_RUN_PREFIX';

const PREFIX = 'parley_test_';
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** `parley_test_<milliseconds, base 36>_<random>_`: runs beside each other share a server but no database. */
export function newRunPrefix(): string {
  const random = Math.floor(Math.random() * 36 ** 4);
  return `${PREFIX}${Date.now().toString(36)}_${random.toString(36)}_`;
}

export function serverUrl(): string {
  return announced(SERVER_URL);
}

export function runPrefix(): string {
  return announced(RUN_PREFIX);
}

export function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements on a connection of their own to the server's maintenance database. */
export async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops the databases of this run, and those of runs that were killed more than a day ago. */
export async function dropRunDatabases(): Promise<void> {
  await onServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [PREFIX],
    );
    const names = rows.map((row) => row.datname);
    for (const name of names.filter((candidate) => candidate.startsWith(runPrefix()) || isAbandoned(candidate))) {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    }
  });
}

function isAbandoned(name: string): boolean {
  const began = parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36);
  return Date.now() - began > ABANDONED_AFTER_MS;
}

function announced(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: run tests that need a database through Jest's global set-up.`);
  return value;
}
