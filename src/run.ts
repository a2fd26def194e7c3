import { leaving } from './leaving';
import { logger } from './common/logging/logger';
import { logProcess } from './common/logging/process-log';
import { tellWhyNotStarted } from './config/cannot-start';
import { loadSettings, type Settings } from './config/load-settings';
import { Service } from './service';

/** Starts the service for a process of its own and ends it in order on SIGTERM and SIGINT, also while it is starting. */
export async function run(options: { listen: boolean }): Promise<{ service: Service; settings: Settings }> {
  logProcess();
  try {
    const settings = loadSettings(process.env);
    logger.level = settings.values.LOG_LEVEL;
    const service = await Service.start(settings, { ...options, signal: leaving });
    leaving.addEventListener('abort', () => void end(service), { once: true });
    return { service, settings };
  } catch (error) {
    if (leaving.aborted) return ended();
    tellWhyNotStarted(error);
    process.exit(1);
  }
}

async function end(service: Service): Promise<void> {
  await service.stop();
  ended();
}

function ended(): never {
  logger.info('stopped');
  process.exit(0);
}
