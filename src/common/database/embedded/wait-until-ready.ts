import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from '../bounded-client';
import { EmbeddedPostgresError } from './embedded.errors';
import type { SupervisedProcess } from './supervisor';

/** After a crash, the server first replays its write-ahead log of at most a few gigabytes. */
const PATIENCE_MS = 300_000;
const UNKNOWN_DATABASE = '3D000';
const STARTING_UP = '57P03';

export interface Connections {
  urlFor: (database: string) => string;
  /** The database to create if it is missing. */
  database: string;
}

/** Waits until the server accepts connections, and creates the application's database at the first start. */
export async function waitUntilReady(server: SupervisedProcess, { urlFor, database }: Connections): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!server.hasEnded) {
    const failure = await run(urlFor(database), 'SELECT 1');
    if (failure === null) return;
    if (code(failure) === UNKNOWN_DATABASE) await create(database, urlFor);
    else if (!mayPass(failure)) throw failure;
    else if (Date.now() > deadline)
      throw new EmbeddedPostgresError('It does not accept connections.', { cause: failure });
    else await pause(10);
  }
  throw new EmbeddedPostgresError('It ended while it was starting.');
}

async function create(database: string, urlFor: Connections['urlFor']): Promise<void> {
  const failure = await run(urlFor('postgres'), `CREATE DATABASE "${database}"`);
  if (failure) throw failure;
}

async function run(url: string, statement: string): Promise<Error | null> {
  const client = new BoundedClient({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  try {
    await client.connect();
    await client.query(statement);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the server can become ready: there is no socket or listener yet, it closed the connection, or it is still recovering. */
function mayPass(failure: Error): boolean {
  return !(failure instanceof DatabaseError) || code(failure) === STARTING_UP;
}

function code(failure: Error): string | undefined {
  return (failure as NodeJS.ErrnoException).code;
}
