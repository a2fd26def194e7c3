import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '../../../src/common/database/embedded/embedded-postgres';

/** What global-setup hands to global-teardown; both run in Jest's own process. */
export type TestRun = typeof globalThis & {
  embedded?: { server: EmbeddedPostgres; dataDir: string };
  redis?: { stop(): Promise<void> };
};

/** Also where the database is kept when the temporary folder is out of the database account's reach. */
export function removeDataFolder(dataDir: string): void {
  const elsewhere = locationOf(dataDir);
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

function locationOf(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
