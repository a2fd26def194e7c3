import { logger } from './common/logging/logger';

/**
 * Asked for by SIGTERM or SIGINT, of which each is heard once: a second one ends the process at once. Imported before
 * everything else, so that a process asked to leave while it is still loading leaves, too; as the first process of a
 * container it would not even hear a signal that nobody listens to.
 */
const asked = new AbortController();

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    logger.info({ signal }, 'draining');
    asked.abort();
  });
}

export const leaving: AbortSignal = asked.signal;
