import { OwnFailure } from '../common/errors/own-failure';
import { ServerSilent } from '../common/outbound/bounded-fetch';
import { FetchFailure } from '../common/outbound/fetch-failure';
import { retryAfterMs } from '../common/outbound/retry-after';

/** Reasons that concern one text, as far as can be known: the server may accept other texts. */
const OF_THE_TEXT: ReadonlySet<EmbeddingFailureReason> = new Set(['refused', 'unreadable']);

interface FailureFacts {
  readonly status: number | undefined;
  /** Tokens that the failed request cost. */
  readonly tokens: number;
  /** How long the server asks its clients to wait. Null if it does not say. */
  readonly waitMs: number | null;
}

export type EmbeddingFailureReason =
  | 'blocked_address'
  | 'budget_spent'
  | 'failed'
  | 'key_lost'
  | 'rate_limited'
  | 'redirected'
  | 'refused'
  | 'timed_out'
  | 'unauthorized'
  | 'unreachable'
  | 'unreadable';

/**
 * A server made no embeddings. Holds no text of its answer, which may repeat the key and the texts that it received.
 */
export class EmbeddingFailure extends OwnFailure {
  readonly tokens: number;
  readonly waitMs: number | null;

  constructor(
    readonly reason: EmbeddingFailureReason,
    { status, tokens = 0, waitMs = null }: Partial<FailureFacts> = {},
  ) {
    super('The embeddings server returned no embeddings.', {
      facts: { failure: reason, ...(status === undefined ? {} : { status }) },
    });
    this.tokens = tokens;
    this.waitMs = waitMs;
  }

  /** Whether the server fails for all callers, and not only for this text or this agent. */
  get isOfTheServer(): boolean {
    return !OF_THE_TEXT.has(this.reason) && this.reason !== 'budget_spent';
  }
}

/**
 * The failure behind an error, without the message of the error. `tokens` is the cost if the server began to answer.
 */
export function embeddingFailure(thrown: unknown, signal: AbortSignal, tokens: number): EmbeddingFailure {
  if (thrown instanceof EmbeddingFailure) return thrown;
  if (signal.aborted || thrown instanceof ServerSilent) return new EmbeddingFailure('timed_out');
  const { cause, name } = thrown as Error;
  if (name === 'SyntaxError') return new EmbeddingFailure('unreadable', { tokens });
  const isBlocked = [thrown, cause].some((one) => one instanceof FetchFailure && one.reason === 'blocked_address');
  return new EmbeddingFailure(isBlocked ? 'blocked_address' : 'unreachable');
}

export function failureOfStatus(status: number, headers: Headers): EmbeddingFailure {
  const waitMs = status === 429 || status === 503 ? retryAfterMs(headers.get('retry-after')) : null;
  return new EmbeddingFailure(reasonOf(status), { status, waitMs });
}

function reasonOf(status: number): EmbeddingFailureReason {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'redirected';
}
