import { types } from 'node:util';
import { CannotStart, quoted } from '../../config/cannot-start';
import { networkProblems, type Sentence } from '../../config/server-problems';

const silent: Sentence = (place) =>
  `${place} does not answer like a PostgreSQL server. Check whether PostgreSQL runs there, and any proxy or firewall in between.`;
const untrusted: Sentence = (place, message) =>
  `the certificate of ${place} is not trusted (${message}). Set its certificate authority with sslrootcert=<file>.`;
const notAllowed: Sentence = (_place, message) =>
  `${message}. The user needs permission to create tables in this database (GRANT CREATE ON SCHEMA public TO …).`;
const full: Sentence = (_place, message) => `${message}. Free space on the disk.`;

/** By error code of the system, TLS or PostgreSQL (SQLSTATE). */
const SENTENCES: Record<string, Sentence> = {
  ...networkProblems('PostgreSQL', silent),
  ENOENT: (place, message) => `${place} does not exist (${message}). Correct the path.`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  '28P01': (_place, message) => `${message}. Correct user and password.`,
  '28000': (_place, message) =>
    `${message}. Correct the user, or the server's pg_hba.conf. If it requires encryption, add sslmode=verify-full.`,
  '3D000': (_place, message) => `${message}. Create it (createdb), or correct the name.`,
  '57P03': (_place, message) => `${message}. Try again in a moment.`,
  '53300': (_place, message) => `${message}. Raise the server's max_connections, or lower DATABASE_POOL_SIZE.`,
  '42501': notAllowed,
  '25006': (_place, message) => `${message}. Use the primary server, not a standby.`,
  '53100': full,
  ENOSPC: full,
};

/** By the beginning of pg's message, for errors without a specific code. */
const MESSAGES: readonly (readonly [beginning: string, sentence: Sentence])[] = [
  [
    'unsupported startup parameter',
    (_place, message) => `${message}. If it is a pooler, set DATABASE_DIRECT_URL to the server itself.`,
  ],
  ['timeout expired', silent],
  ['Query read timeout', silent],
  ['Connection terminated', silent],
  ['The server does not support SSL', (place) => `${place} does not support encryption. Remove sslmode and ssl.`],
  ['SASL', (_place, message) => `the password is missing or wrong (${message}). Correct user and password.`],
  ['URI malformed', () => 'it contains a % that does not begin an encoded character. Write a literal % as %25.'],
];

/**
 * @param setting name of the setting with the database
 * @param place host and port, or path, of the database
 * @returns undefined if the error does not concern the database and is therefore a fault of the program
 */
export function databaseProblem(error: unknown, setting: string, place: string): CannotStart | undefined {
  if (error instanceof CannotStart) return error;
  if (!types.isNativeError(error)) return undefined;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const sentence = SENTENCES[code] ?? MESSAGES.find(([beginning]) => message.startsWith(beginning))?.[1];
  const quotedMessage = quoted(message);
  if (sentence)
    return new CannotStart(`${setting} cannot be used: ${sentence(place, quotedMessage)}`, { cause: error });
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  return isSqlState
    ? new CannotStart(`${setting} cannot be used: ${quotedMessage} (${code}).`, { cause: error })
    : undefined;
}
