import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { AppModule } from './app.module';
import { setUp } from './app.setup';
import { checkPooler } from './common/database/check-pooler';
import { connect, type NamedDatabase, problemOf } from './common/database/connect';
import type { DatabaseOptions } from './common/database/database.module';
import { embeddedOrRunning } from './common/database/embedded/embedded-or-running';
import { EmbeddedPostgres } from './common/database/embedded/embedded-postgres';
import { ensureComplete, migrate, readHistory } from './common/database/migrate';
import { clientFor, clientForCommands } from './common/database/pooled-client';
import type { FeatureCatalog } from './common/feature/feature-catalog';
import type { Installation } from './common/feature/installation';
import { listenProblem } from './common/http/listen-problem';
import { logger } from './common/logging/logger';
import { NestLog } from './common/logging/nest-log';
import { prepareMailFolder } from './common/mail/file-transport';
import type { Settings } from './config/load-settings';
import { EventActors } from './events/event-actors';
import { BUILT_IN } from './features';
import { Readiness } from './health/readiness';
import { SetUpOperatorService } from './workspaces/installation/set-up-operator.service';

/**
 * In milliseconds: how long requests in progress may take after a shutdown began. Emails do not delay the end of
 * requests.
 */
const DRAIN_MS = 25_000;

export interface ServiceOptions {
  /** false: background work only. Default: true. */
  listen?: boolean;
  /** Aborts a start in progress. */
  signal?: AbortSignal;
  /** The features that the settings were loaded with. Default: the built-in ones. */
  features?: FeatureCatalog;
}

/**
 * The whole service in this process: its database (embedded unless DATABASE_URL names one), API and background work.
 */
export class Service {
  private stopped?: Promise<void>;

  private constructor(
    private readonly app: NestExpressApplication,
    private readonly embedded: EmbeddedPostgres | null,
    readonly databaseUrl: string,
    /** In milliseconds: how long requests are still accepted after a shutdown began. */
    private readonly delayMs: number,
  ) {}

  /**
   * Resolves once requests are answered. A failed start has ended its database and its background work.
   *
   * @throws CannotStart if a setting is unusable; the reason of `signal` if it aborted the start
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

  /** The open port. Differs from the setting if the setting is 0. */
  get port(): number {
    return (this.app.getHttpServer().address() as { port: number }).port;
  }

  /** For the notice of a new installation. */
  get setUp(): SetUpOperatorService {
    return this.app.get(SetUpOperatorService, { strict: false });
  }

  /** Becomes not ready, finishes work in progress, then ends the database. Further calls wait for the same end. */
  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    this.app.get(Readiness).drain();
    // Load balancers notice at their next check. Until then, their requests must not be refused.
    await pause(this.delayMs);
    const server = this.app.getHttpServer();
    const overdue = setTimeout(() => {
      // No new connections while the last email is sent.
      server.close();
      server.closeAllConnections();
    }, DRAIN_MS);
    await this.app.close();
    clearTimeout(overdue);
    await this.embedded?.stop();
  }
}

/**
 * Creates the features on their database, for a command of the operator: without a server, background work or
 * migrations. A running service may use the embedded database meanwhile.
 *
 * @throws CannotStart if a setting is unusable
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
    // As at a start: the error describes the problem better than that of the first statement would.
    await ensureUsable({ url, setting }, installation.features);
    const app = await create(installation, { url, setting }, clientForCommands(settings));
    try {
      app.get(EventActors).serveOperator();
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await embedded?.stop();
  }
}

/** @throws CannotStart if the database cannot be used, or has a feature that this command lacks: it would leave its rows out */
async function ensureUsable(database: NamedDatabase, features: FeatureCatalog): Promise<void> {
  const client = await connect(database, 'parley admin');
  try {
    ensureComplete(await readHistory(client), features, database.setting);
  } finally {
    await client.end();
  }
}

async function begin(installation: Installation, url: string, listen: boolean): Promise<NestExpressApplication> {
  const { settings } = installation;
  const { PORT, HOST } = settings.values;
  const setting = databaseSetting(settings);
  prepareMailFolder(settings);
  await migrateDirectly(installation, { url, setting });
  const app = await create(installation, { url, setting }, await clientFor(settings, url));
  try {
    setUp(app, settings);
    if (listen) await app.listen(PORT, HOST);
    else await app.init();
    app.useLogger(new NestLog());
    return app;
  } catch (error) {
    // Background work started before the port was opened, and holds connections.
    await app.close().catch((closing: unknown) => logger.error({ err: closing }, 'not ended in order'));
    throw listenProblem(error, settings.values) ?? error;
  }
}

/**
 * Migrations hold a lock for the life of their connection, which a pooler in transaction mode would give to other
 * clients.
 */
async function migrateDirectly({ settings, features }: Installation, database: NamedDatabase): Promise<void> {
  const { DATABASE_DIRECT_URL: url } = settings.values;
  if (url !== null) await checkPooler(database.url, url);
  await migrate(url === null ? database : { url, setting: 'DATABASE_DIRECT_URL' }, features);
}

/** The setting to check if the database is unusable. */
function databaseSetting({ values: { DATABASE_URL, DATA_DIR } }: Settings): string {
  return DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR ${DATA_DIR}`;
}

async function create(
  { settings, features }: Installation,
  { url, setting }: NamedDatabase,
  Client: DatabaseOptions['Client'],
): Promise<NestExpressApplication> {
  try {
    return await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings, { url, Client }, features), {
      bodyParser: false,
      // Failures are thrown, and the caller logs them once.
      logger: false,
      abortOnError: false,
    });
  } catch (error) {
    throw problemOf(error, setting);
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

/** The process cannot work without its database. Its supervisor restarts both. */
function onLost(error: Error): void {
  logger.fatal({ err: error }, 'the embedded database ended');
  process.exit(1);
}
