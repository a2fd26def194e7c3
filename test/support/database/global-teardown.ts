import { endPostgres } from './provided-postgres';
import type { TestRun } from './test-run';

/** Jest's globalTeardown. */
export default async function globalTeardown(): Promise<void> {
  await (globalThis as TestRun).redis?.stop();
  await endPostgres();
}
