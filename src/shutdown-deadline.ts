import { logger } from './common/logging/logger';

/** A few seconds less than the grace period that docs/operations/processes.md names, so that the last log line is written. */
export const LONGEST_SHUTDOWN_MS = 70_000;

/** Exits with code 1 when the process still runs after this many milliseconds. */
export function exitAfter(milliseconds: number): void {
  setTimeout(() => {
    logger.fatal({ milliseconds }, 'shutdown timed out: aborting what is still running');
    process.exit(1);
  }, milliseconds);
}

/** Exits with code 0 once the service has stopped. */
export function exitCleanly(): never {
  logger.info('stopped');
  process.exit(0);
}
