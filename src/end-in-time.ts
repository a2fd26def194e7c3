import { logger } from './common/logging/logger';

/** A few seconds less than the grace period that docs/operations.md asks for, so that the log has the last word. */
export const LONGEST_END_MS = 70_000;

/** Ends this process once that has ended: in order, with 0; by force, with 1, where it takes too long. */
export async function endInTime(stop: () => Promise<void>, longestMs: number): Promise<never> {
  setTimeout(() => {
    logger.fatal({ milliseconds: longestMs }, 'not ended in time: what is still under way is cut off');
    process.exit(1);
  }, longestMs);
  await stop();
  logger.info('stopped');
  process.exit(0);
}
