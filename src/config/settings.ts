import { Transform } from 'class-transformer';
import { IsOptional, MinLength, NotEquals, ValidateIf } from 'class-validator';
import {
  addressProblem,
  hostProblem,
  inboundSecretProblem,
  mailTemplateProblem,
  modelProblem,
  originProblem,
  publicUrlProblem,
  serverAddressProblem,
} from './setting-problems';
import { Address, Follows, Limit, OneOf, Setting, Several, Whole } from './setting';
import { VisitorSettings } from './visitor-settings';

const day = 86_400;
const MiB = 1_048_576;

/** The model that is built in: it quotes the sources and needs no server. */
export const BUILT_IN_MODEL = 'parley-extractive';

const NO_KEY = 'development key: anyone can read this, so never use it in production';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting, by its environment variable, with its rules and its default. Nothing else in the tree
 * reads the environment, and the README's table is generated from this.
 */
export class EnvironmentSettings extends VisitorSettings {
  @OneOf('Environment; `production` requires SECRET_KEY', ['development', 'production', 'test'])
  readonly NODE_ENV: 'development' | 'production' | 'test' = 'development';

  @Setting('Address to listen on')
  readonly HOST: string = '0.0.0.0';

  @Whole('Port to listen on; 0 picks a free port', 0, 65_535)
  readonly PORT: number = 3000;

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
  readonly TLS_ASK_KEY: string | null = null;

  @Address('URL of a PostgreSQL database, version 15 or newer', 'an embedded PostgreSQL in DATA_DIR', [
    'postgres:',
    'postgresql:',
  ])
  readonly DATABASE_URL: string | null = null;

  @Whole('Maximum number of database connections per process for requests', 1, 1_000)
  readonly DATABASE_POOL_SIZE: number = 10;

  @Whole('Additional connections per process for searches; one workspace uses at most half of them at once', 1, 100)
  readonly DATABASE_SEARCH_POOL_SIZE: number = 4;

  @Setting('Directory of the embedded database and of email written to files')
  readonly DATA_DIR: string = './data';

  @Address('Mail server, `smtp://user:password@host:port`', 'email is written to DATA_DIR/mail', ['smtp:', 'smtps:'])
  readonly SMTP_URL: string | null = null;

  @Setting('Sender of the email that the service sends')
  readonly MAIL_FROM: string = 'Parley <parley@localhost>';

  @Setting(
    'Secret with which your mail server hands over incoming email; at least 32 characters; requires MAIL_REPLY_ADDRESS',
    'none: no email comes in',
  )
  @IsOptional()
  @Follows((secret: string, { MAIL_REPLY_ADDRESS }: EnvironmentSettings) =>
    inboundSecretProblem(secret, MAIL_REPLY_ADDRESS),
  )
  readonly MAIL_INBOUND_SECRET: string | null = null;

  @Setting(
    'Where customers’ email arrives, with `{token}` for what tells conversations apart, such as `reply+{token}@example.com` or `{token}@in.example.com`',
    'none: replies name no address of their own',
  )
  @IsOptional()
  @Follows(mailTemplateProblem)
  readonly MAIL_REPLY_ADDRESS: string | null = null;

  @Setting('The same for reports about email that could not be delivered', 'the address in MAIL_FROM')
  @IsOptional()
  @Follows(mailTemplateProblem)
  readonly MAIL_BOUNCE_ADDRESS: string | null = null;

  @Setting('Name of the server whose Authentication-Results headers are believed', 'none: no sender is verified')
  readonly MAIL_AUTHSERV_ID: string | null = null;

  @Whole('Maximum size of an incoming email, in bytes', 65_536, 100 * MiB)
  readonly MAIL_INBOUND_MAX_BYTES: number = 25 * MiB;

  @Several(
    'Comma-separated origins whose web pages may make changes with a session cookie',
    'the origin of PUBLIC_URL',
    originProblem,
  )
  readonly TRUSTED_ORIGINS: readonly string[] = [];

  @Several('Comma-separated IP addresses or CIDRs of proxies whose X-Forwarded-For is trusted', 'none', addressProblem)
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
  @MinLength(32, { message: 'must have at least 32 characters' })
  readonly SECRET_KEY: string = NO_KEY;

  @Address('URL of an OpenAI-compatible model server', 'none: the built-in extractive model answers', [
    'http:',
    'https:',
  ])
  readonly MODEL_BASE_URL: string | null = null;

  @Setting('API key for the model server', 'none')
  readonly MODEL_API_KEY: string | null = null;

  @Setting('Model of agents that do not name one')
  readonly MODEL_DEFAULT: string = BUILT_IN_MODEL;

  @Several(
    `Comma-separated models that agents may name in addition to MODEL_DEFAULT and ${BUILT_IN_MODEL}`,
    'none',
    modelProblem,
  )
  readonly MODELS_ALLOWED: readonly string[] = [];

  @Whole('Maximum time that a model server may take to begin its answer, in milliseconds', 100, 60_000)
  readonly MODEL_FIRST_BYTE_MS: number = 30_000;

  @Whole('Maximum time that it may be silent in the middle of an answer, in milliseconds', 100, 60_000)
  readonly MODEL_SILENCE_MS: number = 15_000;

  @Whole('Maximum time that it may take for a whole answer, in milliseconds', 100, 60_000)
  readonly MODEL_TIMEOUT_MS: number = 60_000;

  @Whole('Pause after a model server has failed five times in a row, in milliseconds; 0 disables it', 0, 300_000)
  readonly MODEL_PAUSE_MS: number = 30_000;

  @Address(
    'URL of a server that makes embeddings as OpenAI’s does, so that passages are also found by meaning; requires EMBEDDING_MODEL',
    'none: passages are found by words',
    ['http:', 'https:'],
  )
  @Follows((_address: string, { EMBEDDING_MODEL }: EnvironmentSettings) =>
    EMBEDDING_MODEL === null ? 'requires EMBEDDING_MODEL' : null,
  )
  readonly EMBEDDING_BASE_URL: string | null = null;

  @Setting('API key for that server', 'none')
  readonly EMBEDDING_API_KEY: string | null = null;

  @Setting('Model that makes the embeddings; requires EMBEDDING_BASE_URL', 'none')
  @IsOptional()
  @Follows((name: string, { EMBEDDING_BASE_URL }: EnvironmentSettings) =>
    EMBEDDING_BASE_URL === null ? 'requires EMBEDDING_BASE_URL' : modelProblem(name),
  )
  readonly EMBEDDING_MODEL: string | null = null;

  @Whole('Maximum time that a question waits to be found by meaning, in milliseconds', 50, 10_000)
  readonly EMBEDDING_TIMEOUT_MS: number = 1_000;

  @Whole('Maximum time to make embeddings of some passages, in milliseconds', 100, 600_000)
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

  @Whole('Nice value of the process that reads sources; higher values yield more to other processes', 0, 19)
  readonly COMPUTE_NICENESS: number = 10;

  @Whole('Maximum time to check a password, in milliseconds', 100, 60_000)
  readonly IDENTITY_TIMEOUT_MS: number = 5_000;

  @Whole('Lifetime of a session, in seconds', 60, 365 * day)
  readonly SESSION_TTL_SECONDS: number = 14 * day;

  @Whole('Maximum total size of files waiting to be imported per workspace, in bytes', MiB, Number.MAX_SAFE_INTEGER)
  readonly IMPORT_BYTES_PER_WORKSPACE: number = 2_048 * MiB;

  @Whole(
    'The same for all workspaces together; the database’s disk must have this much extra space',
    MiB,
    Number.MAX_SAFE_INTEGER,
  )
  readonly IMPORT_BYTES_TOTAL: number = 10_240 * MiB;

  @Limit('Wrong passwords per user from one IP address, and password checks per session or credential, in 15 minutes')
  readonly LIMIT_PROOF_PER_USER: number = 5;

  @Limit('Sign-ins, credentials created with a password, and verifications per IP address in 15 minutes')
  readonly LIMIT_PROOF_PER_ADDRESS: number = 20;

  @Limit(
    'Wrong passwords per user from all IP addresses but the user’s own, and credentials issued per account, in 15 minutes',
  )
  readonly LIMIT_PROOF_PER_USER_EVERYWHERE: number = 100;

  @Limit('List calls, and calls that read or update preferences, per user per minute')
  readonly LIMIT_LIST_PER_USER: number = 60;

  @Limit('Searches of agents’ sources per user per minute')
  readonly LIMIT_SEARCH_PER_CALLER: number = 300;

  @Limit('Searches of agents’ sources per workspace per minute')
  readonly LIMIT_SEARCH_PER_WORKSPACE: number = 1_200;

  @Limit('Chat turns per customer (`user.externalId`) per minute')
  readonly LIMIT_TURN_PER_USER: number = 120;

  @Limit('Chat turns per workspace key, including its access tokens, per minute')
  readonly LIMIT_TURN_PER_CALLER: number = 600;

  @Limit('Chat turns per workspace per minute')
  readonly LIMIT_TURN_PER_WORKSPACE: number = 2_400;

  @Limit('Tests of its own model server per workspace per minute')
  readonly LIMIT_MODEL_TEST_PER_WORKSPACE: number = 10;

  @Limit('Requests for access tokens per workspace key per minute')
  readonly LIMIT_TOKEN_PER_KEY: number = 300;

  @Limit('Registrations, verification emails, and password resets per IP address per hour')
  readonly LIMIT_SIGN_UP_PER_ADDRESS: number = 20;

  @Limit('Verification and “you already have an account” emails per recipient per day')
  readonly LIMIT_SIGN_UP_MAIL_PER_RECIPIENT: number = 10;

  @Limit('Password reset emails per recipient per hour')
  readonly LIMIT_RESET_MAIL_PER_RECIPIENT: number = 3;

  @Limit('Invitations per inviting account per day')
  readonly LIMIT_INVITATION_PER_INVITER: number = 50;

  @Limit('Invitations per workspace per day')
  readonly LIMIT_INVITATION_PER_WORKSPACE: number = 100;

  @Limit('Times per minute that a member can tell that they are typing, per conversation')
  readonly LIMIT_TYPING_PER_CONVERSATION: number = 60;

  @Limit('Invitation emails per recipient per day, from all workspaces; one account may send half of them, rounded up')
  readonly LIMIT_INVITATION_PER_RECIPIENT: number = 5;

  @Limit('Requests for the list of capabilities, and separately for the documentation, per IP address per minute')
  readonly LIMIT_CAPABILITIES_PER_ADDRESS: number = 120;
}
