import { Transform } from 'class-transformer';
import { IsOptional, MinLength, NotEquals, ValidateIf } from 'class-validator';
import {
  addressProblem,
  hostProblem,
  inboundSecretProblem,
  inboxUrlProblem,
  mailTemplateProblem,
  modelProblem,
  originProblem,
  publicUrlProblem,
  redisUrlProblem,
  serverAddressProblem,
} from './setting-problems';
import { Address, Follows, OneOf, Secret, Setting, Several, SeveralSecrets, Whole } from './setting';
import { RerankerSettings } from './reranker-settings';

const day = 86_400;
const MiB = 1_048_576;

/** The built-in model. It quotes the sources and needs no server. */
export const BUILT_IN_MODEL = 'parley-extractive';

const SHORTEST_KEY = 32;
const NO_KEY = 'development key: anyone can read this, so never use it in production';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting: its environment variable, its rules and its default. No other code reads the environment.
 * docs/settings.md is generated from this class.
 */
export class EnvironmentSettings extends RerankerSettings {
  @OneOf('Environment; `production` requires SECRET_KEY', ['development', 'production', 'test'])
  readonly NODE_ENV: 'development' | 'production' | 'test' = 'development';

  @Setting('Address to listen on')
  readonly HOST: string = '0.0.0.0';

  @Whole('Port to listen on; 0 picks a free port', 0, 65_535)
  readonly PORT: number = 3000;

  @Whole(
    'Separate port for health checks and metrics, on which workers listen too; 0 picks a free port',
    0,
    65_535,
    'none',
  )
  @IsOptional()
  readonly MANAGEMENT_PORT: number | null = null;

  @Whole(
    'How long an API process accepts requests after SIGTERM while it reports that it is not ready, in milliseconds',
    0,
    120_000,
  )
  readonly SHUTDOWN_DELAY_MS: number = 0;

  @Setting('URL at which callers reach the service; base of `/api/v1` and `/mcp`', 'http://localhost:PORT')
  @Transform(({ value }) => String(value).replace(/(?<=[^/])\/+$/, ''))
  @ValidateIf(({ PUBLIC_URL }: EnvironmentSettings) => PUBLIC_URL !== '')
  @Follows(publicUrlProblem)
  PUBLIC_URL = '';

  @Setting('URL at which visitors reach the service; customers point their own domains at its host', 'PUBLIC_URL')
  @Transform(({ value }) => String(value).replace(/(?<=[^/])\/+$/, ''))
  @ValidateIf(({ VISITOR_URL }: EnvironmentSettings) => VISITOR_URL !== '')
  @Follows(publicUrlProblem)
  VISITOR_URL = '';

  @Setting('Secret that a TLS proxy must send as `key` when it asks whether a domain may have a certificate', 'none')
  @Secret()
  readonly TLS_ASK_KEY: string | null = null;

  @Address('URL of a PostgreSQL database, version 15 or newer', 'an embedded PostgreSQL in DATA_DIR', [
    'postgres:',
    'postgresql:',
  ])
  @Secret()
  readonly DATABASE_URL: string | null = null;

  @Address(
    'URL of the same database without the pooler in transaction mode (PgBouncer) in DATABASE_URL; for migrations and long statements',
    'none: DATABASE_URL leads to the database server itself',
    ['postgres:', 'postgresql:'],
  )
  @Follows((_address: string, { DATABASE_URL }: EnvironmentSettings) =>
    DATABASE_URL === null ? 'requires DATABASE_URL' : null,
  )
  @Secret()
  readonly DATABASE_DIRECT_URL: string | null = null;

  @Whole('Maximum number of database connections per process for requests', 1, 1_000)
  readonly DATABASE_POOL_SIZE: number = 10;

  @Whole('Additional connections per process for searches; one workspace uses at most half of them at once', 1, 100)
  readonly DATABASE_SEARCH_POOL_SIZE: number = 4;

  @Address(
    'Redis server for rate limits and wake-ups between processes, `redis://user:password@host:port/number`, `rediss://` with encryption',
    'none: PostgreSQL does both',
    ['redis:', 'rediss:'],
  )
  @Follows(redisUrlProblem)
  @Secret()
  readonly REDIS_URL: string | null = null;

  @Setting('Directory of the embedded database and of email written to files')
  readonly DATA_DIR: string = './data';

  @Address('Mail server, `smtp://user:password@host:port`', 'email is written to DATA_DIR/mail', ['smtp:', 'smtps:'])
  @Secret()
  readonly SMTP_URL: string | null = null;

  @Setting('Sender of the email that the service sends')
  readonly MAIL_FROM: string = 'Parley <parley@localhost>';

  @Setting('URL of a conversation in your inbox, for notifications, with `{conversationId}`', 'that of the console')
  @ValidateIf(({ INBOX_URL }: EnvironmentSettings) => INBOX_URL !== '')
  @Follows(inboxUrlProblem)
  readonly INBOX_URL: string = '';

  @Setting(
    'Secret that your mail server sends with incoming email; at least 32 characters; requires MAIL_REPLY_ADDRESS',
    'none: incoming email is not accepted',
  )
  @IsOptional()
  @Follows((secret: string, { MAIL_REPLY_ADDRESS }: EnvironmentSettings) =>
    inboundSecretProblem(secret, MAIL_REPLY_ADDRESS),
  )
  @Secret()
  readonly MAIL_INBOUND_SECRET: string | null = null;

  @Setting(
    'Address for customers’ email, with `{token}` in place of the part that identifies a conversation, such as `reply+{token}@example.com` or `{token}@in.example.com`',
    'none: replies have no reply address of their own',
  )
  @IsOptional()
  @Follows(mailTemplateProblem)
  readonly MAIL_REPLY_ADDRESS: string | null = null;

  @Setting('Address for reports about undelivered email, with `{token}`', 'the address in MAIL_FROM')
  @IsOptional()
  @Follows(mailTemplateProblem)
  readonly MAIL_BOUNCE_ADDRESS: string | null = null;

  @Setting('Name of the server that adds trusted Authentication-Results headers', 'none: no sender is verified')
  readonly MAIL_AUTHSERV_ID: string | null = null;

  @Whole('Maximum size of an incoming email, in bytes', 65_536, 100 * MiB)
  readonly MAIL_INBOUND_MAX_BYTES: number = 25 * MiB;

  @OneOf('Who can create an account: any person, or only people whom a workspace has invited', ['open', 'invitation'])
  readonly REGISTRATION: 'open' | 'invitation' = 'open';

  @Several(
    'Comma-separated origins of web pages that may make changes with a session cookie',
    'the origin of PUBLIC_URL',
    originProblem,
  )
  readonly TRUSTED_ORIGINS: readonly string[] = [];

  @Several('Comma-separated packages or files with your own features, as `require` resolves them', 'none', () => null)
  readonly PARLEY_FEATURES: readonly string[] = [];

  @Several('Comma-separated IP addresses or CIDRs of proxies with a trusted X-Forwarded-For', 'none', addressProblem)
  readonly TRUSTED_PROXIES: readonly string[] = [];

  @Several(
    'Comma-separated host names, IP addresses or CIDRs of your own network that addresses given by users may lead to, on any port',
    'none: public addresses on ports 80 and 443 only',
    hostProblem,
  )
  readonly FETCH_ALLOWED_HOSTS: readonly string[] = [];

  @Several(
    'Comma-separated IP addresses of DNS servers, with or without a port, for addresses given by users',
    'those of the system',
    serverAddressProblem,
  )
  readonly DNS_SERVERS: readonly string[] = [];

  @Setting(
    'Secret for signing and encryption; at least 32 characters, the same on every process',
    'a fixed key outside production',
  )
  @ValidateIf(({ NODE_ENV, SECRET_KEY }: EnvironmentSettings) => NODE_ENV === 'production' || SECRET_KEY !== NO_KEY)
  @NotEquals(NO_KEY, { message: 'is required in production' })
  @MinLength(SHORTEST_KEY, { message: `must have at least ${SHORTEST_KEY} characters` })
  @Secret()
  readonly SECRET_KEY: string = NO_KEY;

  @SeveralSecrets(
    'Comma-separated further secret keys, former ones or the next one: values sealed with them can be read, but new values use SECRET_KEY',
    'none',
    (key, { SECRET_KEY }: EnvironmentSettings) => {
      if (key.length < SHORTEST_KEY) return `has fewer than ${SHORTEST_KEY} characters`;
      return key === SECRET_KEY ? 'is SECRET_KEY itself' : null;
    },
  )
  readonly SECRET_KEY_FALLBACKS: readonly string[] = [];

  @Address('URL of an OpenAI-compatible model server', 'none: the built-in extractive model answers', [
    'http:',
    'https:',
  ])
  readonly MODEL_BASE_URL: string | null = null;

  @Setting('API key for the model server', 'none')
  @Secret()
  readonly MODEL_API_KEY: string | null = null;

  @Setting('Model of agents that do not name one')
  readonly MODEL_DEFAULT: string = BUILT_IN_MODEL;

  @Several(
    `Comma-separated models that agents may name in addition to MODEL_DEFAULT and ${BUILT_IN_MODEL}`,
    'none',
    modelProblem,
  )
  readonly MODELS_ALLOWED: readonly string[] = [];

  @Whole('Maximum time until a model server begins its answer, in milliseconds', 100, 60_000)
  readonly MODEL_FIRST_BYTE_MS: number = 30_000;

  @Whole('Maximum pause of a model server in the middle of an answer, in milliseconds', 100, 60_000)
  readonly MODEL_SILENCE_MS: number = 15_000;

  @Whole('Maximum time for a whole answer of a model server, in milliseconds', 100, 60_000)
  readonly MODEL_TIMEOUT_MS: number = 60_000;

  @Whole('Pause after five failures of a model server in a row, in milliseconds; 0 disables it', 0, 300_000)
  readonly MODEL_PAUSE_MS: number = 30_000;

  @Address(
    'URL of a server with OpenAI’s embeddings API, to find passages by meaning; requires EMBEDDING_MODEL',
    'none: passages are found by words only',
    ['http:', 'https:'],
  )
  @Follows((_address: string, { EMBEDDING_MODEL }: EnvironmentSettings) =>
    EMBEDDING_MODEL === null ? 'requires EMBEDDING_MODEL' : null,
  )
  readonly EMBEDDING_BASE_URL: string | null = null;

  @Setting('API key for the embeddings server', 'none')
  @Secret()
  readonly EMBEDDING_API_KEY: string | null = null;

  @Setting('Model that makes the embeddings; requires EMBEDDING_BASE_URL', 'none')
  @IsOptional()
  @Follows((name: string, { EMBEDDING_BASE_URL }: EnvironmentSettings) =>
    EMBEDDING_BASE_URL === null ? 'requires EMBEDDING_BASE_URL' : modelProblem(name),
  )
  readonly EMBEDDING_MODEL: string | null = null;

  @Whole('Maximum time to find passages by the meaning of a question, in milliseconds', 50, 10_000)
  readonly EMBEDDING_TIMEOUT_MS: number = 1_000;

  @Whole('Maximum time to make embeddings of a batch of passages, in milliseconds', 100, 600_000)
  readonly EMBEDDING_INDEXING_TIMEOUT_MS: number = 60_000;

  @Whole('Maximum memory per process for embeddings, in megabytes, if the database lacks pgvector', 1, 65_536)
  readonly EMBEDDING_MEMORY_MB: number = 512;

  @OneOf('Minimum severity of log lines', LOG_LEVELS)
  readonly LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @Setting('JSON file of plans that replace the built-in ones', 'none: free, pro, enterprise')
  readonly PLANS_FILE: string | null = null;

  @OneOf('Whether the API process also does background work', ['yes', 'no'])
  readonly RUN_WORKER: 'yes' | 'no' = 'yes';

  @Whole('Maximum time to read one source, in milliseconds', 100, 600_000)
  readonly COMPUTE_TIMEOUT_MS: number = 60_000;

  @Whole('Maximum JavaScript heap of the process that reads sources, in megabytes', 64, 16_384)
  readonly COMPUTE_MEMORY_MB: number = 256;

  @Whole('Maximum number of processes that read sources, and likewise of those that read emails', 1, 32)
  readonly COMPUTE_PROCESSES: number = 2;

  @Whole('Nice value of the process that reads sources; higher values yield more to other processes', 0, 19)
  readonly COMPUTE_NICENESS: number = 10;

  @Whole('Maximum time to check a password, in milliseconds', 100, 60_000)
  readonly IDENTITY_TIMEOUT_MS: number = 5_000;

  @Whole('Lifetime of a session, in seconds', 60, 365 * day)
  readonly SESSION_TTL_SECONDS: number = 14 * day;

  @Whole('Maximum total size of files waiting to be imported per workspace, in bytes', MiB, Number.MAX_SAFE_INTEGER)
  readonly IMPORT_BYTES_PER_WORKSPACE: number = 2_048 * MiB;

  @Whole(
    'Maximum total size of such files in all workspaces, in bytes; the database’s disk must have this much extra space',
    MiB,
    Number.MAX_SAFE_INTEGER,
  )
  readonly IMPORT_BYTES_TOTAL: number = 10_240 * MiB;
}
