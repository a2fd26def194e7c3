import { EmbeddedPostgres } from '../../../src/common/database/embedded/embedded-postgres';
import { newDataFolder } from './data-folder';
import { removeDataFolder, type TestRun } from './test-run';
import { dropRunDatabases, newRunPrefix, RUN_PREFIX, SERVER_URL } from './test-server';

/**
 * Starts the PostgreSQL server of a test run, unless TEST_DATABASE_URL names one, and announces it to all processes of the run through
 * the environment. The schema is only brought in when a suite asks for a database.
 */
export async function providePostgres(): Promise<void> {
  process.env[RUN_PREFIX] = newRunPrefix();
  const external = process.env['TEST_DATABASE_URL'];
  if (external) {
    process.env[SERVER_URL] = external;
    return;
  }
  const dataDir = newDataFolder();
  try {
    const server = await EmbeddedPostgres.start({ dataDir, durable: false });
    process.env[SERVER_URL] = server.urlFor('postgres');
    (globalThis as TestRun).embedded = { server, dataDir };
  } catch (error) {
    removeDataFolder(dataDir);
    throw error;
  }
}

/** Nothing stays behind, neither files nor databases on a server that was lent. */
export async function endPostgres(): Promise<void> {
  const { embedded } = globalThis as TestRun;
  if (!embedded) return dropRunDatabases();
  await embedded.server.stop();
  removeDataFolder(embedded.dataDir);
}
