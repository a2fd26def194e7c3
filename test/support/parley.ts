import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Module, type Type } from '@nestjs/common';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module';
import { setUp } from '../../src/app.setup';
import { RefusedAttempts } from '../../src/common/audit/refused-attempts';
import { LastUsed } from '../../src/common/auth/last-used';
import { FeatureCatalog } from '../../src/common/feature/feature-catalog';
import { BUILT_IN, FEATURES } from '../../src/features';
import { buildDocument } from '../../src/openapi/build-document';
import type { ApiDocument, PublishedDocument } from '../../src/openapi/document.types';
import { installationWords } from '../../src/openapi/installation-words';
import { OpenApiService } from '../../src/openapi/openapi.service';
import { wholeDocument } from '../../src/openapi/whole-document';
import type { Across } from './tenancy/across-workspaces';
import { clientFor } from '../../src/common/database/pooled-client';
import { SqlLog } from '../../src/common/database/sql-log';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { BackgroundRunner } from '../../src/common/jobs/background-runner';
import { logTo } from '../../src/common/logging/logger';
import { loadSettings, type Settings } from '../../src/config/load-settings';
import { call, type CallOptions, type Reply } from './call';
import { NO_LIMITS } from './no-limits';
import { ResponseCheck } from './response-check';
import { SecretWatch } from './secret-watch';
import { createTestDatabase, dropTestDatabase } from './database/test-database';
import { TenantWatch } from './tenancy/tenant-watch';

/** Limits are off unless a test names them; the worker runs only where a test drains it. */
const TEST_SETTINGS: Record<string, string> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  RUN_WORKER: 'no',
  // Tests wait for it, on machines that may be busy.
  COMPUTE_NICENESS: '0',
  ...NO_LIMITS,
};

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

@Module({})
class TestRoot {}

/** A running Parley of a test's own: its database, its data directory and its port. */
export class Parley {
  /** Mails by the names of their files, which never change. */
  private readonly read = new Map<string, Mail>();

  private constructor(
    private readonly app: NestExpressApplication,
    readonly settings: Settings,
    readonly url: string,
    readonly databaseUrl: string,
    private readonly dataDir: string,
    private readonly secrets: SecretWatch,
    private readonly tenants: TenantWatch,
    private readonly responses: ResponseCheck,
    private readonly isGuest: boolean,
  ) {}

  static async start({
    settings: overrides = {},
    features: added = [],
    modules = [],
    acrossWorkspaces = [],
    through,
    beside,
  }: StartOptions): Promise<Parley> {
    const features = added instanceof FeatureCatalog ? added : catalogOf(added);
    const secrets = new SecretWatch();
    logTo(secrets);
    secrets.guard(overrides['SECRET_KEY'], overrides['MODEL_API_KEY'], overrides['SMTP_URL']);
    secrets.guard(overrides['MAIL_INBOUND_SECRET']);
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
    const databaseUrl = beside?.databaseUrl ?? (await createTestDatabase(features));
    const usedUrl = (await through?.(databaseUrl)) ?? poolerUrl(databaseUrl) ?? databaseUrl;
    secrets.guard(new URL(usedUrl).password);
    const environment = {
      ...{ ...TEST_SETTINGS, DATA_DIR: dataDir, ...overrides },
      ...(poolerUrl(databaseUrl) && { DATABASE_URL: usedUrl, DATABASE_DIRECT_URL: databaseUrl }),
    };
    const settings = loadSettings(environment, features.settings);
    const database = { url: usedUrl, Client: await clientFor(settings, usedUrl) };
    const root = { module: TestRoot, imports: [AppModule.forRoot(settings, database, features), ...modules] };
    const app = await NestFactory.create<NestExpressApplication>(root, {
      bodyParser: false,
      logger: ['error'],
      abortOnError: false,
    });
    try {
      setUp(app, settings);
      if (features === BUILT_IN && modules.length === 0) shareDocument(app, settings);
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      await app.close();
      if (!beside) await dropTestDatabase(databaseUrl);
      throw error;
    }
    const { port } = app.getHttpServer().address() as { port: number };
    const tenants = await TenantWatch.over(app.get(DataSource), acrossWorkspaces);
    const responses =
      features === BUILT_IN
        ? ResponseCheck.againstCommittedDocument()
        : new ResponseCheck(wholeDocument(await app.get(OpenApiService, { strict: false }).document()));
    return new Parley(
      app,
      settings,
      `http://127.0.0.1:${port}`,
      databaseUrl,
      dataDir,
      secrets,
      tenants,
      responses,
      beside !== undefined,
    );
  }

  /** A path that begins with `/api/`, `/.well-known/`, `/health/` or `/mcp` is taken as it is, any other is below `/api/v1`. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const absolute = /^\/(api|\.well-known|health|docs|internal|mcp|llms)\b/.test(path) ? path : `/api/v1${path}`;
    this.secrets.see(options.body);
    const reply = await call(this.url + absolute, method, options);
    this.secrets.see(reply.text, reply.headers.get('set-cookie'));
    this.responses.check(method, absolute, reply);
    return reply;
  }

  get<T>(provider: Type<T>): T {
    return this.app.get(provider, { strict: false });
  }

  get database(): DataSource {
    return this.get(DataSource);
  }

  /** The OpenAPI document that all answers are held to. */
  get document(): ApiDocument {
    return this.responses.document;
  }

  /** Every SQL statement that the service sends while `work` runs. */
  async statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    // What waits to be written belongs to earlier requests.
    await this.get(LastUsed).flush();
    const statements: string[] = [];
    const stop = SqlLog.listen((sql) => statements.push(sql));
    try {
      await work();
    } finally {
      stop();
    }
    return statements;
  }

  /** Does all background work there is now. */
  async drain(): Promise<void> {
    await this.tenants.inBackground(() => this.get(BackgroundRunner).drain());
  }

  /** The mails written to DATA_DIR/mail, oldest first; drains first. */
  async mails(): Promise<Mail[]> {
    await this.drain();
    const folder = join(this.dataDir, 'mail');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    return Promise.all(
      names.map(async (name) => {
        const known = this.read.get(name);
        if (known) return known;
        const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
        this.secrets.see(text);
        const mail = { to: to?.[0]?.address ?? '', subject, text };
        this.read.set(name, mail);
        return mail;
      }),
    );
  }

  /** What was logged so far, as it was written. */
  get log(): string {
    return this.secrets.log;
  }

  /** All rows of the audit log as text. Empty where the database does not answer any more. */
  async auditLog(): Promise<string[]> {
    await this.get(RefusedAttempts).settled();
    const rows = this.database.query<{ text: string }[]>('SELECT e::text AS text FROM audit_entries e');
    return (await rows.catch(() => [])).map(({ text }) => text);
  }

  /** From now on, stopping fails where this has been logged. */
  guard(...secrets: string[]): void {
    this.secrets.guard(...secrets);
  }

  /**
   * Stops everything. Fails if a secret that this Parley issued or received has been logged, or if a statement did not
   * name its workspace.
   */
  async stop(): Promise<void> {
    const audited = await this.auditLog();
    await this.app.close();
    // Node would pass it on with every asynchronous step of the suites to come.
    this.get(UnitOfWork)['running'].disable();
    if (!this.isGuest) await dropTestDatabase(this.databaseUrl);
    await rm(this.dataDir, { recursive: true, force: true });
    this.secrets.expectNoneLogged();
    this.secrets.expectNoneIn(audited, 'the audit log');
    await this.tenants.expectAllBound();
  }
}

const documents = new Map<string, Promise<PublishedDocument>>();

/** Building the document takes as long as starting a service, and it is the same for all that have the same words. */
function shareDocument(app: NestExpressApplication, settings: Settings): void {
  const words = JSON.stringify(installationWords(settings));
  app.get(OpenApiService).describeBy(() => {
    const document = documents.get(words) ?? buildDocument(app);
    documents.set(words, document);
    return document;
  });
}

const catalogs = new Map<string, FeatureCatalog>();

/** One for the same features, so that they share a template of their database. */
function catalogOf(modules: readonly Type[]): FeatureCatalog {
  if (modules.length === 0) return BUILT_IN;
  const key = modules.map(({ name }) => name).join();
  const known = catalogs.get(key);
  if (known?.modules.slice(FEATURES.length).every((module, index) => module === modules[index])) return known;
  const catalog = new FeatureCatalog(FEATURES, modules);
  catalogs.set(key, catalog);
  return catalog;
}

/** That of a database by way of the pooler whose host and port TEST_POOLER has, where it has one. */
function poolerUrl(databaseUrl: string): string | undefined {
  const pooler = process.env['TEST_POOLER'];
  if (!pooler) return undefined;
  const url = new URL(databaseUrl);
  url.host = pooler;
  return url.href;
}

export interface StartOptions {
  settings?: Record<string, string>;
  /**
   * Modules of features beside those of the tree, or a catalog of all: their migrations run, and answers are held to the document with
   * their operations.
   */
  features?: readonly Type[] | FeatureCatalog;
  /** Statements of these features that are meant for the rows of all workspaces, such as the claims of a background task. */
  acrossWorkspaces?: readonly Across[];
  /** Modules with controllers of the test's own, beside the service's. */
  modules?: readonly Type[];
  /** Gives the address under which the service finds its database, from that of the database itself. */
  through?: (databaseUrl: string) => Promise<string>;
  /** Another one, on whose database this one works too, as a second process would; it is stopped before that one. */
  beside?: Parley;
}

export function startParley(options: StartOptions = {}): Promise<Parley> {
  return Parley.start(options);
}
