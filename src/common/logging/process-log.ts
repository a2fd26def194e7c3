import { logger } from './logger';

/** Logs warnings and uncaught errors, which Node would write to standard error as text with quoted data. */
export function logProcess(): void {
  // Node's own listener writes the text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'warning of the runtime'));
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'not caught');
    process.exit(1);
  });
}
