import { EmbeddedPostgresError } from './common/database/embedded/embedded.errors';
import { logger } from './common/logging/logger';
import { InvalidSettings, loadSettings, type Settings } from './config/load-settings';
import { Service } from './service';

/** Starts the service for a process of its own and ends it in order on SIGTERM and SIGINT. */
export async function run(options: { listen: boolean }): Promise<{ service: Service; settings: Settings }> {
  try {
    const settings = loadSettings(process.env);
    logger.level = settings.values.LOG_LEVEL;
    const service = await Service.start(settings, options);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(service, signal));
    return { service, settings };
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`);
    process.exit(1);
  }
}

async function end(service: Service, signal: string): Promise<void> {
  logger.info({ signal }, 'draining');
  await service.stop();
  logger.info('stopped');
  process.exit(0);
}

/** What an operator can mend is told in a sentence; everything else keeps its stack. */
function explained(error: unknown): string {
  if (error instanceof InvalidSettings || error instanceof EmbeddedPostgresError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `PORT ${port} is in use by another program. Choose another PORT.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `DATABASE_URL cannot be reached: ${(error as Error).message}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
