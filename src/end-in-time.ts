import { logger } from './common/logging/logger';

/** A few seconds less than the grace period that docs/operations.md asks for, so that the log has the last word. */
export const LONGEST_END_MS = 70_000;

/** Ends this process with 1 where it has not ended by itself after that time. */
export function endBy(milliseconds: number): void {
  setTimeout(() => {
    logger.fatal({ milliseconds }, 'shutdown timed out: aborting what is still running');
    process.exit(1);
  }, milliseconds);
}

/** Ends this process, which has nothing left to do, with 0. */
export function ended(): never {
  logger.info('stopped');
  process.exit(0);
}
