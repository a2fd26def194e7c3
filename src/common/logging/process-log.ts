import { logger } from './logger';

/** What Node itself would write to standard error, in text and with quotes, is in the log: warnings, and what nobody caught. */
export function logProcess(): void {
  // Node's own listener is the one that writes.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'warning of the runtime'));
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'not caught');
    process.exit(1);
  });
}
