import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { AppModule } from './app.module';
import { setUp } from './app.setup';
import { checkPooler } from './common/database/check-pooler';
import { connect, type NamedDatabase, problemOf } from './common/database/connect';
import { embeddedOrRunning } from './common/database/embedded/embedded-or-running';
import { EmbeddedPostgres } from './common/database/embedded/embedded-postgres';
import { migrate } from './common/database/migrate';
import type { FeatureCatalog } from './common/feature/feature-catalog';
import type { Installation } from './common/feature/installation';
import { listenProblem } from './common/http/listen-problem';
import { logger } from './common/logging/logger';
import { NestLog } from './common/logging/nest-log';
import { prepareMailFolder } from './common/mail/file-transport';
import type { Settings } from './config/load-settings';
import { BUILT_IN } from './features';
import { Readiness } from './health/readiness';

/** How long requests under way may take once the process was asked to end. What mails get beyond that holds up no request. */
const DRAIN_MS = 25_000;

export interface ServiceOptions {
  /** false: background work only. Absent: true. */
  listen?: boolean;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
  /** Those that the settings were loaded with; absent: those of this tree. */
  features?: FeatureCatalog;
}

/** The whole service in this process: its database (embedded unless DATABASE_URL names one), API and background work. */
export class Service {
  private stopped?: Promise<void>;

  private constructor(
    private readonly app: NestExpressApplication,
    private readonly embedded: EmbeddedPostgres | null,
    readonly databaseUrl: string,
    /** How long requests are still taken once the process was asked to end. */
    private readonly delayMs: number,
  ) {}

  /**
   * Resolves when requests are answered. A start that comes to nothing has ended its database and background work.
   *
   * @throws CannotStart where a setting cannot work; the reason of `signal` where that ended it
   */
  static async start(
    settings: Settings,
    { listen = true, signal, features = BUILT_IN }: ServiceOptions = {},
  ): Promise<Service> {
    const { DATABASE_URL, DATA_DIR } = settings.values;
    const embedded = DATABASE_URL
      ? null
      : await EmbeddedPostgres.start({ dataDir: DATA_DIR, durable: true, log, onLost, signal });
    const databaseUrl = DATABASE_URL ?? embedded?.url ?? '';
    try {
      const app = await Promise.race([begin({ settings, features }, databaseUrl, listen), aborted(signal)]);
      return new Service(app, embedded, databaseUrl, listen ? settings.values.SHUTDOWN_DELAY_MS : 0);
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
    // Balancers hear of it only at their next look: whom they still send here must not be refused.
    await pause(this.delayMs);
    const server = this.app.getHttpServer();
    const overdue = setTimeout(() => {
      // A mail may still be waited for: nobody comes in meanwhile.
      server.close();
      server.closeAllConnections();
    }, DRAIN_MS);
    await this.app.close();
    clearTimeout(overdue);
    await this.embedded?.stop();
  }
}

/**
 * The features on their database, for a command of the operator: nothing listens, nothing works in the background, and the
 * schema stays as it is. The embedded database may be that of a service that goes on.
 *
 * @throws CannotStart where a setting cannot work
 */
export async function withFeatures<T>(
  installation: Installation,
  work: (features: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const { settings } = installation;
  const { DATABASE_URL, DATA_DIR } = settings.values;
  const embedded = DATABASE_URL ? null : await embeddedOrRunning(DATA_DIR);
  try {
    const url = DATABASE_URL ?? embedded?.url ?? '';
    const setting = databaseSetting(settings);
    // As a start does: it says what is wrong with the database better than the first statement would.
    await (await connect({ url, setting }, 'parley admin')).end();
    const app = await create(installation, { url, setting });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function begin(installation: Installation, url: string, listen: boolean): Promise<NestExpressApplication> {
  const { settings } = installation;
  const { PORT, HOST } = settings.values;
  const setting = databaseSetting(settings);
  prepareMailFolder(settings);
  await migrateDirectly(installation, { url, setting });
  const app = await create(installation, { url, setting });
  try {
    setUp(app, settings);
    if (listen) await app.listen(PORT, HOST);
    else await app.init();
    app.useLogger(new NestLog());
    return app;
  } catch (error) {
    // Background work has begun before the port is taken, and holds connections.
    await app.close().catch((closing: unknown) => logger.error({ err: closing }, 'not ended in order'));
    throw listenProblem(error, settings.values) ?? error;
  }
}

/** Migrations hold a lock for as long as their connection lives, which a pooler in transaction mode would share with others. */
async function migrateDirectly({ settings, features }: Installation, database: NamedDatabase): Promise<void> {
  const { DATABASE_DIRECT_URL: url } = settings.values;
  if (url === null) return migrate(database, features);
  await checkPooler(database.url, url);
  await migrate({ url, setting: 'DATABASE_DIRECT_URL' }, features);
}

/** What the operator has to look at where the database cannot be used. */
function databaseSetting({ values: { DATABASE_URL, DATA_DIR } }: Settings): string {
  return DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR ${DATA_DIR}`;
}

async function create({ settings, features }: Installation, database: NamedDatabase): Promise<NestExpressApplication> {
  try {
    return await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings, database.url, features), {
      bodyParser: false,
      // What fails is thrown, and told once, by whoever starts the service.
      logger: false,
      abortOnError: false,
    });
  } catch (error) {
    throw problemOf(error, database.setting);
  }
}

async function aborted(signal?: AbortSignal): Promise<never> {
  if (!signal) return new Promise(() => {});
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

function log(line: string): void {
  logger.info(line);
}

/** Without its database the process can do nothing; its supervisor starts it again, and so the database. */
function onLost(error: Error): void {
  logger.fatal({ err: error }, 'the embedded database ended');
  process.exit(1);
}
