import { types } from 'node:util';
import { CannotStart, quoted } from '../../config/cannot-start';
import { networkProblems, type Sentence } from '../../config/server-problems';

const silent: Sentence = (place) =>
  `${place} does not answer as a PostgreSQL server does. Look at whether one runs there, and at what is in between.`;
const untrusted: Sentence = (place, message) =>
  `the certificate of ${place} is not trusted (${message}). Name its authority with sslrootcert=<file>.`;
const notAllowed: Sentence = (_place, message) =>
  `${message}. The account needs the right to create tables in this database (GRANT CREATE ON SCHEMA public TO …).`;
const full: Sentence = (_place, message) => `${message}. Make room on the disk.`;

/** By the code of the system, of TLS or of PostgreSQL (SQLSTATE). */
const SENTENCES: Record<string, Sentence> = {
  ...networkProblems('PostgreSQL', silent),
  ENOENT: (place, message) => `${place} is not there (${message}). Correct the path.`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  '28P01': (_place, message) => `${message}. Correct user and password.`,
  '28000': (_place, message) =>
    `${message}. Correct the user, or the server's pg_hba.conf; where it wants encryption, add sslmode=verify-full.`,
  '3D000': (_place, message) => `${message}. Create it (createdb), or correct the name.`,
  '57P03': (_place, message) => `${message}. Start again in a moment.`,
  '53300': (_place, message) => `${message}. Raise the server's max_connections, or lower DATABASE_POOL_SIZE.`,
  '42501': notAllowed,
  '25006': (_place, message) => `${message}. Name the primary server, not a standby.`,
  '53100': full,
  ENOSPC: full,
};

/** Errors whose code says too little or nothing, by the beginning of what pg says. */
const MESSAGES: readonly (readonly [beginning: string, sentence: Sentence])[] = [
  [
    'unsupported startup parameter',
    (_place, message) => `${message}. If it is a pooler, name the server itself in DATABASE_DIRECT_URL.`,
  ],
  ['timeout expired', silent],
  ['Query read timeout', silent],
  ['Connection terminated', silent],
  ['The server does not support SSL', (place) => `${place} does not offer encryption. Leave out sslmode and ssl.`],
  ['SASL', (_place, message) => `the password is missing or does not fit (${message}). Correct user and password.`],
  ['URI malformed', () => 'it has a % that begins no encoded character. Write such a one as %25.'],
];

/**
 * @param setting that names the database
 * @param place where it was looked for
 * @returns nothing where the error is not one of a database: then it is a fault of the program
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
