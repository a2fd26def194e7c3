import { Transform } from 'class-transformer';
import { MinLength, NotEquals, ValidateIf } from 'class-validator';
import { addressProblem, modelProblem, originProblem, publicUrlProblem } from './setting-problems';
import { Address, Follows, Limit, OneOf, Setting, Several, Whole } from './setting';

const day = 86_400;
const MiB = 1_048_576;

/** The model that is built in: it quotes the sources and needs no server. */
export const BUILT_IN_MODEL = 'parley-extractive';

const NO_KEY = 'development key: anyone can read this, so never use it in production';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting, by its environment variable, with its rules and what counts where it is absent. Nothing else in the tree
 * reads the environment, and the README's table is generated from this.
 */
export class EnvironmentSettings {
  @OneOf('Kind of installation; `production` requires SECRET_KEY', ['development', 'production', 'test'])
  readonly NODE_ENV: 'development' | 'production' | 'test' = 'development';

  @Setting('Address to listen on')
  readonly HOST: string = '0.0.0.0';

  @Whole('Port to listen on; 0 takes a free one', 0, 65_535)
  readonly PORT: number = 3000;

  @Setting('Address under which callers reach the service; base of `/api/v1` and `/mcp`', 'http://localhost:PORT')
  @Transform(({ value }) => String(value).replace(/(?<=[^/])\/+$/, ''))
  @ValidateIf(({ PUBLIC_URL }: EnvironmentSettings) => PUBLIC_URL !== '')
  @Follows(publicUrlProblem)
  PUBLIC_URL = '';

  @Address('PostgreSQL 15 or newer', 'a PostgreSQL of its own in DATA_DIR', ['postgres:', 'postgresql:'])
  readonly DATABASE_URL: string | null = null;

  @Whole('Connections a process keeps at most for requests', 1, 1_000)
  readonly DATABASE_POOL_SIZE: number = 10;

  @Whole('Connections beside them for searches, of which one workspace has at most half at once', 1, 100)
  readonly DATABASE_SEARCH_POOL_SIZE: number = 4;

  @Setting('Where the embedded database and undelivered mail live')
  readonly DATA_DIR: string = './data';

  @Address('Mail server, `smtp://user:password@host:port`', 'mail is written to DATA_DIR/mail', ['smtp:', 'smtps:'])
  readonly SMTP_URL: string | null = null;

  @Setting('Sender of the service’s own mail')
  readonly MAIL_FROM: string = 'Parley <parley@localhost>';

  @Several('Origins whose pages may write with a session cookie, comma separated', 'PUBLIC_URL’s own', originProblem)
  readonly TRUSTED_ORIGINS: readonly string[] = [];

  @Several('Addresses or CIDRs whose X-Forwarded-For is believed, comma separated', 'none', addressProblem)
  readonly TRUSTED_PROXIES: readonly string[] = [];

  @Setting(
    'Signs and encrypts; at least 32 characters, kept secret, the same on every replica',
    'a fixed key outside production',
  )
  @ValidateIf(({ NODE_ENV, SECRET_KEY }: EnvironmentSettings) => NODE_ENV === 'production' || SECRET_KEY !== NO_KEY)
  @NotEquals(NO_KEY, { message: 'is required in production' })
  @MinLength(32, { message: 'must have at least 32 characters' })
  readonly SECRET_KEY: string = NO_KEY;

  @Address('An OpenAI-compatible server', 'the built-in extractive answerer', ['http:', 'https:'])
  readonly MODEL_BASE_URL: string | null = null;

  @Setting('Key for that server', 'none')
  readonly MODEL_API_KEY: string | null = null;

  @Setting('Model of an agent that names none')
  readonly MODEL_DEFAULT: string = BUILT_IN_MODEL;

  @Several(
    `Models that agents may name beside MODEL_DEFAULT and ${BUILT_IN_MODEL}, comma separated`,
    'no others',
    modelProblem,
  )
  readonly MODELS_ALLOWED: readonly string[] = [];

  @OneOf('Least severe level that is logged', LOG_LEVELS)
  readonly LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @Setting('JSON file that replaces the built-in plans', 'free, pro, enterprise')
  readonly PLANS_FILE: string | null = null;

  @OneOf('Whether this process also does background work', ['yes', 'no'])
  readonly RUN_WORKER: 'yes' | 'no' = 'yes';

  @Whole('Milliseconds that reading one source may take', 100, 600_000)
  readonly COMPUTE_TIMEOUT_MS: number = 60_000;

  @Whole('Memory for the process that reads sources: megabytes of its JavaScript heap', 64, 16_384)
  readonly COMPUTE_MEMORY_MB: number = 256;

  @Whole('How much that process yields to others on a busy machine: its nice value', 0, 19)
  readonly COMPUTE_NICENESS: number = 10;

  @Whole('Milliseconds the identity service may take for one answer', 100, 60_000)
  readonly IDENTITY_TIMEOUT_MS: number = 5_000;

  @Whole('Lifetime of an application session', 60, 365 * day)
  readonly SESSION_TTL_SECONDS: number = 14 * day;

  @Whole('Bytes of files that one workspace may have waiting to be imported', MiB, Number.MAX_SAFE_INTEGER)
  readonly IMPORT_BYTES_PER_WORKSPACE: number = 2_048 * MiB;

  @Whole(
    'The same for all workspaces together: room that the database’s disk must have besides',
    MiB,
    Number.MAX_SAFE_INTEGER,
  )
  readonly IMPORT_BYTES_TOTAL: number = 10_240 * MiB;

  @Limit('Wrong passwords for one user from one address in 15 minutes; as many proofs with one session or credential')
  readonly LIMIT_PROOF_PER_USER: number = 5;

  @Limit('Sign-ins, bootstraps and verifications from one address in 15 minutes')
  readonly LIMIT_PROOF_PER_ADDRESS: number = 20;

  @Limit(
    'Wrong passwords for one user from all addresses but its own in 15 minutes; as many credentials that one account issues',
  )
  readonly LIMIT_PROOF_PER_USER_EVERYWHERE: number = 100;

  @Limit('Listings of one user, and reads and changes of their preferences, in a minute')
  readonly LIMIT_LIST_PER_USER: number = 60;

  @Limit('Searches of one user in what agents know, in a minute')
  readonly LIMIT_SEARCH_PER_CALLER: number = 300;

  @Limit('The same of all users of one workspace')
  readonly LIMIT_SEARCH_PER_WORKSPACE: number = 1_200;

  @Limit('Chat turns of one customer, by `user.externalId`, in a minute')
  readonly LIMIT_TURN_PER_USER: number = 120;

  @Limit('Chat turns with one key and its tokens in a minute')
  readonly LIMIT_TURN_PER_CALLER: number = 600;

  @Limit('Chat turns of one workspace in a minute')
  readonly LIMIT_TURN_PER_WORKSPACE: number = 2_400;

  @Limit('Token exchanges of one key in a minute')
  readonly LIMIT_TOKEN_PER_KEY: number = 300;

  @Limit('Registrations, verification mails and password resets from one address in an hour')
  readonly LIMIT_SIGN_UP_PER_ADDRESS: number = 20;

  @Limit('Verification and «you have an account» mails to one mailbox in a day')
  readonly LIMIT_SIGN_UP_MAIL_PER_RECIPIENT: number = 10;

  @Limit('Password reset mails to one mailbox in an hour')
  readonly LIMIT_RESET_MAIL_PER_RECIPIENT: number = 3;

  @Limit('Invitations that one account sends in a day')
  readonly LIMIT_INVITATION_PER_INVITER: number = 50;

  @Limit('Invitations that one workspace sends in a day')
  readonly LIMIT_INVITATION_PER_WORKSPACE: number = 100;

  @Limit('Invitation mails to one mailbox in a day, from all workspaces; half of them, rounded up, from one account')
  readonly LIMIT_INVITATION_PER_RECIPIENT: number = 5;

  @Limit('Reads of the capabilities listing from one address in a minute; as many of the documentation')
  readonly LIMIT_CAPABILITIES_PER_ADDRESS: number = 120;
}
