import { logger } from './common/logging/logger';

/**
 * Aborts at the first SIGTERM or SIGINT; a second signal ends the process at once. Import it before everything else: a
 * process then also stops when a signal arrives while it loads. The first process of a container ignores signals that it
 * has no handler for.
 */
const controller = new AbortController();

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    logger.info({ signal }, 'draining');
    controller.abort();
  });
}

export const shutdownSignal: AbortSignal = controller.signal;
