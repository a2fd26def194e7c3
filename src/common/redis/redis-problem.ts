import { CannotStart, quoted } from '../../config/cannot-start';
import { networkProblems, type Sentence } from '../../config/server-problems';

const silent: Sentence = (place) =>
  `${place} does not answer like a Redis server. Check whether Redis runs there, and whether it requires encryption (rediss://).`;

const inCluster: Sentence = (place) => `${place} is part of a Redis Cluster. Name a server that is not.`;

/** By system error code. */
const SENTENCES = networkProblems('Redis', silent);

/** By the first word of an error reply from Redis. */
const REPLIES: Record<string, Sentence> = {
  NOAUTH: () => 'it requires a password. Add it to the address.',
  WRONGPASS: () => 'the user or the password is wrong. Correct them.',
  NOPERM: () =>
    'its user lacks permissions. It needs EVAL, EVALSHA, PUBLISH, SUBSCRIBE and the commands in scripts, on keys and channels parley:*.',
  READONLY: (place) => `${place} is a replica. Name the primary server.`,
  MOVED: inCluster,
  CROSSSLOT: inCluster,
  CLUSTERDOWN: inCluster,
  OOM: (place) => `${place} has no memory left. Raise its maxmemory.`,
  LOADING: (place) => `${place} is still starting. Try again in a moment.`,
  NOPROTO: (place) => `${place} is too old. Use Redis 6 or newer.`,
};

/** By message, for errors without a specific code. */
const MESSAGES: readonly (readonly [pattern: RegExp, sentence: Sentence])[] = [
  [
    /^no answer within|^Connection timeout|^Socket closed|ended by the other party|packet length|wrong version number/,
    silent,
  ],
  [/DB index/, () => 'it has no database with that number. Correct the end of the address.'],
  [/certificate/i, (place, message) => `the certificate of ${place} is not trusted (${message}).`],
  [/^URI malformed/, () => 'it contains a % that does not begin an encoded character. Write a literal % as %25.'],
];

/** A CannotStart with the reason why REDIS_URL cannot be used, in one line without the password. Returns faults of the program unchanged. */
export async function redisProblem(error: unknown, url: string): Promise<unknown> {
  // It is loaded already: it has thrown the error.
  const { ErrorReply } = await import('@redis/client');
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [reply = ''] = message.split(' ');
  const sentence = SENTENCES[code] ?? REPLIES[reply] ?? MESSAGES.find(([pattern]) => pattern.test(message))?.[1];
  const place = placeOf(url);
  if (!sentence && code === '' && !(error instanceof ErrorReply)) return error;
  const why = sentence?.(place, quoted(message)) ?? `${place} says ${quoted(message)}.`;
  return new CannotStart(`REDIS_URL cannot be used: ${why}`, { cause: error });
}

function placeOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname || 'localhost'}:${port || '6379'}`;
}
