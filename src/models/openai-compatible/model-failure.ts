import OpenAI from 'openai';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { OwnFailure } from '../../common/errors/own-failure';
import { retryAfterMs } from '../../common/outbound/retry-after';
import type { FallbackReason, TokenUsage } from '../answer-model.port';
import { ServerSilent } from '../../common/outbound/bounded-fetch';
import { StreamFailed } from './completion-stream';
import { UnreadableReply } from './reply';

interface FailureFacts {
  milliseconds: number;
  status: number | undefined;
  /** The tokens that the failed request has used. */
  used: TokenUsage;
  /** The Retry-After of the server in milliseconds (RFC 9110 §10.2.3). Null without one. */
  waitMs: number | null;
  /** Seconds until a retry makes sense, if known. */
  retryAfterSeconds: number | undefined;
}

/**
 * A model server gave no answer. The error contains no text from the server or its parsers, which can repeat the key and the words of
 * the customer.
 */
export class ModelFailure extends OwnFailure {
  readonly used: TokenUsage;
  readonly waitMs: number | null;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly reason: FallbackReason,
    { milliseconds = 0, status, used, waitMs = null, retryAfterSeconds }: Partial<FailureFacts> = {},
  ) {
    super('The model server gave no answer.', {
      facts: { failure: reason, ...(status === undefined ? {} : { status }), milliseconds },
    });
    this.used = used ?? { inputTokens: 0, outputTokens: 0 };
    this.waitMs = waitMs;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The server has replied, but the service failed to process the reply, for example because of its database. The tokens still count.
 */
export class ReplyNotWorkedOn extends Error {
  constructor(
    readonly used: TokenUsage,
    cause: unknown,
  ) {
    super('The reply of the model server could not be processed.', { cause });
  }
}

interface Circumstances {
  /** The start by `performance.now()`. */
  started: number;
  signal: AbortSignal;
  used: TokenUsage;
}

/** Converts an error of the client, without its message. */
export function modelFailure(thrown: unknown, { started, signal, used }: Circumstances): ModelFailure {
  const milliseconds = Math.round(performance.now() - started);
  const status = thrown instanceof OpenAI.APIError ? (thrown.status as number | undefined) : undefined;
  const reason = signal.aborted ? 'timed_out' : kindOf(thrown, status);
  const waitMs =
    status === 429 || status === 503
      ? retryAfterMs((thrown as { headers?: Headers }).headers?.get('retry-after'))
      : null;
  return new ModelFailure(reason, { milliseconds, used, status, waitMs });
}

function isBlocked(cause: unknown): boolean {
  return cause instanceof FetchFailure && cause.reason === 'blocked_address';
}

function kindOf(thrown: unknown, status: number | undefined): FallbackReason {
  if (thrown instanceof OpenAI.APIConnectionTimeoutError || thrown instanceof ServerSilent) return 'timed_out';
  if (thrown instanceof UnreadableReply || (thrown as Error).name === 'SyntaxError') return 'unreadable';
  if (thrown instanceof StreamFailed) return 'failed';
  if (isBlocked((thrown as Error).cause)) return 'blocked_address';
  if (status === undefined) return 'unreachable';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'redirected';
}
