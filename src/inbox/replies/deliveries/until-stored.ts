import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../../../common/logging/logger';

/** Waits before another attempt to store an outcome, in milliseconds. The lease is renewed in the meantime. */
const PAUSES_MS: readonly number[] = [100, 500, 2_000, 10_000];

/** Tries for a while to store the outcome of an attempt, because the mail server gives its answer only once. */
export async function untilStored(facts: Record<string, unknown>, store: () => Promise<boolean>): Promise<boolean> {
  for (const milliseconds of PAUSES_MS) {
    try {
      return await store();
    } catch (error) {
      logger.warn({ err: error, ...facts }, 'reply not settled yet');
      await pause(milliseconds);
    }
  }
  return store();
}
