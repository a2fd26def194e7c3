import { leaving } from './leaving';
import { logger } from './common/logging/logger';
import { logProcess } from './common/logging/process-log';
import { tellWhyNotStarted } from './config/cannot-start';
import { loadSettings, type Settings } from './config/load-settings';
import { endInTime, LONGEST_END_MS } from './end-in-time';
import { Service } from './service';

/** Starts the service for a process of its own and ends it in order on SIGTERM and SIGINT, also while it is starting. */
export async function run(options: { listen: boolean }): Promise<{ service: Service; settings: Settings }> {
  logProcess();
  try {
    const settings = loadSettings(process.env);
    logger.level = settings.values.LOG_LEVEL;
    const service = await Service.start(settings, { ...options, signal: leaving });
    const longestMs = settings.values.SHUTDOWN_DELAY_MS + LONGEST_END_MS;
    leaving.addEventListener('abort', () => void endInTime(() => service.stop(), longestMs), { once: true });
    return { service, settings };
  } catch (error) {
    // A start that was cut off has ended what it had begun.
    if (leaving.aborted) return endInTime(async () => {}, LONGEST_END_MS);
    tellWhyNotStarted(error);
    process.exit(1);
  }
}
