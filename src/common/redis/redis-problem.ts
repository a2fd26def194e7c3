import { ErrorReply } from '@redis/client';
import { CannotStart, quoted } from '../../config/cannot-start';
import { networkProblems, type Sentence } from '../../config/server-problems';

const silent: Sentence = (place) =>
  `${place} does not answer as a Redis server does. Look at whether one runs there, and whether it wants encryption (rediss://).`;

const inCluster: Sentence = (place) => `${place} is part of a Redis Cluster. Name a server that is not.`;

/** By the code of the system. */
const SENTENCES = networkProblems('Redis', silent);

/** By the word that begins what Redis says itself. */
const REPLIES: Record<string, Sentence> = {
  NOAUTH: () => 'it wants a password. Add it to the address.',
  WRONGPASS: () => 'the user or the password is wrong. Correct them.',
  NOPERM: () =>
    'its user lacks rights. It needs EVAL, EVALSHA, PUBLISH, SUBSCRIBE and what scripts call, on keys and channels parley:*.',
  READONLY: (place) => `${place} is a replica. Name the primary server.`,
  MOVED: inCluster,
  CROSSSLOT: inCluster,
  CLUSTERDOWN: inCluster,
  OOM: (place) => `${place} has no memory left. Raise its maxmemory.`,
  LOADING: (place) => `${place} is just starting. Start again in a moment.`,
  NOPROTO: (place) => `${place} is too old. Name one of version 6 or newer.`,
};

/** Errors whose code says too little or nothing. */
const MESSAGES: readonly (readonly [pattern: RegExp, sentence: Sentence])[] = [
  [/^no answer within|^Connection timeout|^Socket closed|ended by the other party|packet length|wrong version number/, silent],
  [/DB index/, () => 'it has no database of that number. Correct the end of the address.'],
  [/certificate/i, (place, message) => `the certificate of ${place} is not trusted (${message}).`],
  [/^URI malformed/, () => 'it has a % that begins no encoded character. Write such a one as %25.'],
]; // prettier-ignore

/** Why REDIS_URL cannot be used, in one line without its password; the error itself where it is a fault of the program. */
export function redisProblem(error: unknown, url: string): unknown {
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
