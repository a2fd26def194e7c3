import { shutdownSignal } from './shutdown-signal'; // first: a signal may arrive while the rest loads
import './check-settings'; // second: before the rest, which takes seconds to load
import { logger } from './common/logging/logger';
import { logProcess } from './common/logging/process-log';
import { reportStartFailure } from './config/cannot-start';
import type { Settings } from './config/load-settings';
import { settingWarnings } from './config/setting-warnings';
import { exitAfter, exitCleanly, LONGEST_SHUTDOWN_MS } from './shutdown-deadline';
import { loadInstallation } from './features';
import { Service } from './service';

/** Starts the service as a process of its own and stops it in order on SIGTERM or SIGINT, also while it starts. */
export async function run(options: { listen: boolean }): Promise<{ service: Service; settings: Settings }> {
  logProcess();
  try {
    const { settings, features } = loadInstallation(process.env);
    const { LOG_LEVEL, SHUTDOWN_DELAY_MS } = settings.values;
    logger.level = LOG_LEVEL;
    for (const line of settingWarnings(process.env, settings)) logger.warn(line);
    const delayMs = options.listen ? SHUTDOWN_DELAY_MS : 0;
    // Registered before the start, which may hang as well.
    shutdownSignal.addEventListener('abort', () => exitAfter(delayMs + LONGEST_SHUTDOWN_MS), { once: true });
    const service = await Service.start(settings, { ...options, features, signal: shutdownSignal });
    shutdownSignal.addEventListener('abort', () => void service.stop().then(exitCleanly), { once: true });
    return { service, settings };
  } catch (error) {
    if (shutdownSignal.aborted) return exitCleanly();
    reportStartFailure(error);
    process.exit(1);
  }
}
