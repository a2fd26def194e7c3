import { leaving } from './leaving';
import { logger } from './common/logging/logger';
import { logProcess } from './common/logging/process-log';
import { tellWhyNotStarted } from './config/cannot-start';
import type { Settings } from './config/load-settings';
import { endBy, ended, LONGEST_END_MS } from './end-in-time';
import { loadInstallation } from './features';
import { Service } from './service';

/** Starts the service for a process of its own and ends it in order on SIGTERM and SIGINT, also while it is starting. */
export async function run(options: { listen: boolean }): Promise<{ service: Service; settings: Settings }> {
  logProcess();
  try {
    const { settings, features } = loadInstallation(process.env);
    const { LOG_LEVEL, SHUTDOWN_DELAY_MS } = settings.values;
    logger.level = LOG_LEVEL;
    const delayMs = options.listen ? SHUTDOWN_DELAY_MS : 0;
    // Already while it is starting, which may hang, too.
    leaving.addEventListener('abort', () => endBy(delayMs + LONGEST_END_MS), { once: true });
    const service = await Service.start(settings, { ...options, features, signal: leaving });
    leaving.addEventListener('abort', () => void service.stop().then(ended), { once: true });
    return { service, settings };
  } catch (error) {
    if (leaving.aborted) return ended();
    tellWhyNotStarted(error);
    process.exit(1);
  }
}
