import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUp } from './app.setup';
import { EmbeddedPostgres } from './common/database/embedded/embedded-postgres';
import { migrate } from './common/database/migrate';
import { logger } from './common/logging/logger';
import type { Settings } from './config/load-settings';
import { Readiness } from './health/readiness';

/** How long requests under way may take once the process was asked to end; less than Kubernetes' 30 seconds. */
const DRAIN_MS = 25_000;

/** The whole service in this process: its database (embedded unless DATABASE_URL names one), API and background work. */
export class Service {
  private stopped?: Promise<void>;

  private constructor(
    private readonly app: NestExpressApplication,
    private readonly embedded: EmbeddedPostgres | null,
    readonly databaseUrl: string,
  ) {}

  /** Resolves when requests are answered. `listen` false: background work only. */
  static async start(settings: Settings, { listen }: { listen: boolean }): Promise<Service> {
    const { DATABASE_URL, DATA_DIR } = settings.values;
    const embedded = DATABASE_URL
      ? null
      : await EmbeddedPostgres.start({ dataDir: DATA_DIR, durable: true, log, onLost });
    const databaseUrl = DATABASE_URL ?? embedded?.url ?? '';
    try {
      await migrate(databaseUrl);
      const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings, databaseUrl), {
        bodyParser: false,
        logger: ['error', 'fatal'],
        abortOnError: false,
      });
      setUp(app, settings);
      if (listen) await app.listen(settings.values.PORT, settings.values.HOST);
      else await app.init();
      return new Service(app, embedded, databaseUrl);
    } catch (error) {
      await embedded?.stop();
      throw error;
    }
  }

  /** The port that is listened on; differs from the setting where that is 0. */
  get port(): number {
    return (this.app.getHttpServer().address() as { port: number }).port;
  }

  /** Tells load balancers, finishes what is under way, then ends the database. More calls wait for the same end. */
  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    this.app.get(Readiness).drain();
    const overdue = setTimeout(() => this.app.getHttpServer().closeAllConnections(), DRAIN_MS);
    await this.app.close();
    clearTimeout(overdue);
    await this.embedded?.stop();
  }
}

function log(line: string): void {
  logger.info(line);
}

/** Without its database the process can do nothing; its supervisor starts it again, and so the database. */
function onLost(error: Error): void {
  logger.fatal({ err: error }, 'the embedded database ended');
  process.exit(1);
}
