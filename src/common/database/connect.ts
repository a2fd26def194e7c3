import { Client, type QueryResultRow } from 'pg';
import { CannotStart } from '../../config/cannot-start';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { databaseProblem } from './database-problem';

/** The oldest major version of PostgreSQL that has all that the schema uses. */
const OLDEST_VERSION = 15;

/** A database, and the setting that names it: `DATABASE_URL`, or `DATA_DIR …` of the embedded one. */
export interface NamedDatabase {
  url: string;
  setting: string;
}

/**
 * A connection to the database that a setting names, which is there, lets us in and is new enough. Ends within 20 seconds.
 *
 * @throws CannotStart where it is not
 */
export async function connect(database: NamedDatabase, applicationName: string): Promise<Client> {
  let client: Client | undefined;
  try {
    client = new BoundedClient({
      connectionString: database.url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    });
    await client.connect();
    await checkVersion(client, database.setting);
    return client;
  } catch (error) {
    // Not waited for: a server that hangs does not hang up either.
    client?.end().catch(() => {});
    throw problemOf(error, database.setting, client);
  }
}

/** Runs a short statement, which is given up after as long as a connection is waited for. */
export type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Looks at the database of a setting, on a connection of its own.
 *
 * @throws CannotStart where it cannot be used
 */
export async function withConnection<T>(
  database: NamedDatabase,
  applicationName: string,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const client = await connect(database, applicationName);
  try {
    return await work(async <Row extends QueryResultRow>(text: string, values?: unknown[]) => {
      const query = { text, values, query_timeout: CONNECTION_TIMEOUT_MS };
      return (await client.query<Row>(query)).rows;
    });
  } catch (error) {
    throw problemOf(error, database.setting, client);
  } finally {
    await client.end();
  }
}

/** What a failed statement or connection says of the database; the error itself where that says nothing of it. */
export function problemOf(error: unknown, setting: string, client?: Client): unknown {
  return databaseProblem(error, setting, client ? placeOf(client) : 'its server') ?? error;
}

function placeOf({ host, port }: Client): string {
  return host.startsWith('/') ? host : `${host}:${port}`;
}

async function checkVersion(client: Client, setting: string): Promise<void> {
  const query = { text: 'SHOW server_version_num', query_timeout: CONNECTION_TIMEOUT_MS };
  const { rows } = await client.query<{ server_version_num: string }>(query);
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major >= OLDEST_VERSION) return;
  throw new CannotStart(
    `${setting} cannot be used: the server is PostgreSQL ${major}. Name one of version ${OLDEST_VERSION} or newer.`,
  );
}
