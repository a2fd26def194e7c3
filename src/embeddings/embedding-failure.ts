import { OwnFailure } from '../common/errors/own-failure';
import { ServerSilent } from '../common/outbound/bounded-fetch';
import { FetchFailure } from '../common/outbound/fetch-failure';

export type EmbeddingFailureReason =
  | 'blocked_address'
  | 'failed'
  | 'key_lost'
  | 'rate_limited'
  | 'redirected'
  | 'refused'
  | 'timed_out'
  | 'unauthorized'
  | 'unreachable'
  | 'unreadable';

/** A server that made no embeddings. Holds nothing that it said: that may repeat the key, and the texts that it was sent. */
export class EmbeddingFailure extends OwnFailure {
  constructor(
    readonly reason: EmbeddingFailureReason,
    status?: number,
  ) {
    super('The embeddings server gave no embeddings.', {
      facts: { failure: reason, ...(status === undefined ? {} : { status }) },
    });
  }
}

/** What reading its answer threw, without its words. */
export function embeddingFailure(thrown: unknown, signal: AbortSignal): EmbeddingFailure {
  if (thrown instanceof EmbeddingFailure) return thrown;
  if (signal.aborted || thrown instanceof ServerSilent) return new EmbeddingFailure('timed_out');
  const { cause, name } = thrown as Error;
  if (name === 'SyntaxError') return new EmbeddingFailure('unreadable');
  const isBlocked = [thrown, cause].some((one) => one instanceof FetchFailure && one.reason === 'blocked_address');
  return new EmbeddingFailure(isBlocked ? 'blocked_address' : 'unreachable');
}

export function failureOfStatus(status: number): EmbeddingFailure {
  if (status === 401 || status === 403) return new EmbeddingFailure('unauthorized', status);
  if (status === 429) return new EmbeddingFailure('rate_limited', status);
  if (status >= 500) return new EmbeddingFailure('failed', status);
  return new EmbeddingFailure(status >= 400 ? 'refused' : 'redirected', status);
}
