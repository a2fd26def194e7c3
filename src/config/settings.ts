import { isIP } from 'node:net';
import { choice, integer, list, optionalText, optionalUrl, text, type Setting } from './setting';

const day = 86_400;
const MiB = 1_048_576;

/** The model that is built in: it quotes the sources and needs no server. */
export const BUILT_IN_MODEL = 'parley-extractive';

/** Every setting, by its environment variable. Nothing else in the tree reads the environment. */
export const SETTINGS = {
  NODE_ENV: choice(
    'Kind of installation; `production` requires SECRET_KEY',
    ['development', 'production', 'test'],
    'development',
  ),
  HOST: text('Address to listen on', '0.0.0.0'),
  PORT: integer('Port to listen on; 0 takes a free one', 3000, 0, 65_535),
  PUBLIC_URL: publicUrl(),
  DATABASE_URL: optionalUrl('PostgreSQL 15 or newer', 'a PostgreSQL of its own in DATA_DIR', [
    'postgres:',
    'postgresql:',
  ]),
  DATABASE_POOL_SIZE: integer('Connections a process keeps at most for requests', 10, 1, 1_000),
  DATABASE_SEARCH_POOL_SIZE: integer(
    'Connections beside them for searches, of which one workspace has at most half at once',
    4,
    1,
    100,
  ),
  DATA_DIR: text('Where the embedded database and undelivered mail live', './data'),
  SMTP_URL: optionalUrl('Mail server, `smtp://user:password@host:port`', 'mail is written to DATA_DIR/mail', [
    'smtp:',
    'smtps:',
  ]),
  MAIL_FROM: text('Sender of the service’s own mail', 'Parley <parley@localhost>'),
  TRUSTED_ORIGINS: list(
    'Origins whose pages may write with a session cookie, comma separated',
    'PUBLIC_URL’s own',
    originProblem,
  ),
  TRUSTED_PROXIES: list(
    'Addresses or CIDRs whose X-Forwarded-For is believed, comma separated',
    'none',
    addressProblem,
  ),
  SECRET_KEY: secretKey(),
  MODEL_BASE_URL: optionalUrl('An OpenAI-compatible server', 'the built-in extractive answerer', ['http:', 'https:']),
  MODEL_API_KEY: optionalText('Key for that server', 'none'),
  MODEL_DEFAULT: text('Model of an agent that names none', BUILT_IN_MODEL),
  MODELS_ALLOWED: list(
    `Models that agents may name beside MODEL_DEFAULT and ${BUILT_IN_MODEL}, comma separated`,
    'no others',
    modelProblem,
  ),
  LOG_LEVEL: choice(
    'Least severe level that is logged',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
  ),
  PLANS_FILE: optionalText('JSON file that replaces the built-in plans', 'free, pro, enterprise'),
  RUN_WORKER: choice('Whether this process also does background work', ['yes', 'no'], 'yes'),
  COMPUTE_TIMEOUT_MS: integer('Milliseconds that reading one source may take', 60_000, 100, 600_000),
  COMPUTE_MEMORY_MB: integer(
    'Memory for the process that reads sources: megabytes of its JavaScript heap',
    256,
    64,
    16_384,
  ),
  COMPUTE_NICENESS: integer('How much that process yields to others on a busy machine: its nice value', 10, 0, 19),
  IDENTITY_TIMEOUT_MS: integer('Milliseconds the identity service may take for one answer', 5_000, 100, 60_000),
  SESSION_TTL_SECONDS: integer('Lifetime of an application session', 14 * day, 60, 365 * day),
  IMPORT_BYTES_PER_WORKSPACE: integer(
    'Bytes of files that one workspace may have waiting to be imported',
    2_048 * MiB,
    MiB,
    Number.MAX_SAFE_INTEGER,
  ),
  IMPORT_BYTES_TOTAL: integer(
    'The same for all workspaces together: room that the database’s disk must have besides',
    10_240 * MiB,
    MiB,
    Number.MAX_SAFE_INTEGER,
  ),
  LIMIT_PROOF_PER_USER: limit(
    'Wrong passwords for one user from one address in 15 minutes; as many proofs with one session or credential',
    5,
  ),
  LIMIT_PROOF_PER_ADDRESS: limit('Sign-ins, bootstraps and verifications from one address in 15 minutes', 20),
  LIMIT_PROOF_PER_USER_EVERYWHERE: limit(
    'Wrong passwords for one user from all addresses but its own in 15 minutes; as many credentials that one account issues',
    100,
  ),
  LIMIT_LIST_PER_USER: limit('Listings of one user, and reads and changes of their preferences, in a minute', 60),
  LIMIT_SEARCH_PER_CALLER: limit('Searches of one user in what agents know, in a minute', 300),
  LIMIT_SEARCH_PER_WORKSPACE: limit('The same of all users of one workspace', 1_200),
  LIMIT_TURN_PER_USER: limit('Chat turns of one customer, by `user.externalId`, in a minute', 120),
  LIMIT_TURN_PER_CALLER: limit('Chat turns with one key and its tokens in a minute', 600),
  LIMIT_TURN_PER_WORKSPACE: limit('Chat turns of one workspace in a minute', 2_400),
  LIMIT_TOKEN_PER_KEY: limit('Token exchanges of one key in a minute', 300),
  LIMIT_SIGN_UP_PER_ADDRESS: limit(
    'Registrations, verification mails and password resets from one address in an hour',
    20,
  ),
  LIMIT_SIGN_UP_MAIL_PER_RECIPIENT: limit('Verification and «you have an account» mails to one mailbox in a day', 10),
  LIMIT_RESET_MAIL_PER_RECIPIENT: limit('Password reset mails to one mailbox in an hour', 3),
  LIMIT_INVITATION_PER_INVITER: limit('Invitations that one account sends in a day', 50),
  LIMIT_INVITATION_PER_WORKSPACE: limit('Invitations that one workspace sends in a day', 100),
  LIMIT_INVITATION_PER_RECIPIENT: limit(
    'Invitation mails to one mailbox in a day, from all workspaces; half of them, rounded up, from one account',
    5,
  ),
  LIMIT_CAPABILITIES_PER_ADDRESS: limit(
    'Reads of the capabilities listing from one address in a minute; as many of the documentation',
    120,
  ),
} as const satisfies Record<string, Setting<unknown>>;

function limit(description: string, fallback: number): Setting<number> {
  return integer(`${description}; 0 turns the limit off`, fallback, 0, 1_000_000);
}

function publicUrl(): Setting<string> {
  return {
    description: 'Address under which callers reach the service; base of `/api/v1` and `/mcp`',
    fallback: 'http://localhost:PORT',
    read: (value, environment) => {
      // A bad PORT is told by its own line.
      const port = /^\d+$/.test(environment['PORT'] ?? '') ? environment['PORT'] : '3000';
      const address = value ?? `http://localhost:${port}`;
      if (!URL.canParse(address)) throw new Error('must be an absolute address');
      const url = new URL(address);
      if (!['http:', 'https:'].includes(url.protocol)) throw new Error('must begin with http:// or https://');
      if (url.search || url.hash || url.username) throw new Error('must have no query, fragment or user');
      return address.replace(/\/+$/, '');
    },
  };
}

function secretKey(): Setting<string> {
  return {
    description: 'Signs and encrypts; at least 32 characters, kept secret, the same on every replica',
    fallback: 'a fixed key outside production',
    read: (value, environment) => {
      if (value !== undefined && value.length < 32) throw new Error('must have at least 32 characters');
      if (value === undefined && environment['NODE_ENV'] === 'production') throw new Error('is required in production');
      return value ?? 'development key: anyone can read this, so never use it in production';
    },
  };
}

function modelProblem(name: string): string | null {
  return name.length <= 200 ? null : 'is longer than the 200 characters that an agent’s model may have';
}

function originProblem(origin: string): string | null {
  return URL.canParse(origin) && new URL(origin).origin === origin
    ? null
    : 'is not an origin such as https://app.example.com';
}

function addressProblem(entry: string): string | null {
  const [address, bits, more] = entry.split('/');
  const version = isIP(address ?? '');
  const good =
    version > 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
  return good ? null : 'is neither an address nor a CIDR';
}
