import { Client, type QueryResultRow } from 'pg';
import { CannotStart } from '../../config/cannot-start';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { databaseProblem } from './database-problem';

/** The oldest major version of PostgreSQL that supports the schema. */
const OLDEST_VERSION = 15;

/** A database and its setting: `DATABASE_URL`, or `DATA_DIR …` for the embedded one. */
export interface NamedDatabase {
  url: string;
  setting: string;
}

/**
 * Connects to the database of a setting and checks its version. Ends within 20 seconds.
 *
 * @throws CannotStart if the database does not exist, refuses the connection or is too old
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
    // Do not wait: a server that hangs does not close the connection either.
    client?.end().catch(() => {});
    throw problemOf(error, database.setting, client);
  }
}

/** Runs a short statement with the same timeout as for a connection. */
export type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Runs `work` with a separate connection to the database of a setting.
 *
 * @throws CannotStart if the database cannot be used
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

/** A CannotStart for an error that concerns the database. Returns all other errors unchanged. */
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
    `${setting} cannot be used: the server is PostgreSQL ${major}. Use version ${OLDEST_VERSION} or newer.`,
  );
}
