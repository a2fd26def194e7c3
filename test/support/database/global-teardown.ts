import { removeDataFolder, type TestRun } from './test-run';
import { dropRunDatabases } from './test-server';

/** Jest's globalTeardown: nothing stays behind, neither files nor databases on a server that was lent. */
export default async function globalTeardown(): Promise<void> {
  const { embedded, redis } = globalThis as TestRun;
  await redis?.stop();
  if (!embedded) return dropRunDatabases();
  await embedded.server.stop();
  removeDataFolder(embedded.dataDir);
}
