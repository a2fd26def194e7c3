import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../../src/common/database/embedded/embedded-postgres';
import { removeDataFolder, type TestRun } from './test-run';
import { newRunPrefix, RUN_PREFIX, SERVER_URL } from './test-server';

/** Jest's globalSetup: one server for the whole run. The schema is only brought in when a suite asks for a database. */
export default async function globalSetup(): Promise<void> {
  process.env[RUN_PREFIX] = newRunPrefix();
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    process.env[SERVER_URL] = given;
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  // So that, started as root, the account that runs the server can get there.
  chmodSync(dataDir, 0o711);
  try {
    const server = await EmbeddedPostgres.start({ dataDir, durable: false });
    process.env[SERVER_URL] = server.urlFor('postgres');
    (globalThis as TestRun).embedded = { server, dataDir };
  } catch (error) {
    removeDataFolder(dataDir);
    throw error;
  }
}
