import OpenAI from 'openai';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { OwnFailure } from '../../common/errors/own-failure';
import { retryAfterMs } from '../../common/outbound/retry-after';
import type { FallbackReason, TokenUsage } from '../answer-model.port';
import { ServerSilent } from '../../common/outbound/bounded-fetch';
import { StreamFailed } from './completion-stream';
import { ServerRefused } from './refusal';
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
  /** Whether the reply ended at the maximum of output tokens. */
  isCutOff?: boolean;
}

/** Converts an error of the client, without its message. */
export function modelFailure(
  thrown: unknown,
  { started, signal, used, isCutOff = false }: Circumstances,
): ModelFailure {
  const milliseconds = Math.round(performance.now() - started);
  const refused = refusedBy(thrown);
  const reason = signal.aborted ? 'timed_out' : (refused?.refusal.reason ?? kindOf(thrown, isCutOff));
  return new ModelFailure(reason, {
    milliseconds,
    used,
    status: refused?.status,
    waitMs: retryAfterMs(refused?.retryAfter),
  });
}

/** The response behind an error of the client. Null if there was none. */
export function refusedBy(thrown: unknown): ServerRefused | null {
  const cause = (thrown as Error).cause;
  return cause instanceof ServerRefused ? cause : null;
}

function isBlocked(cause: unknown): boolean {
  return cause instanceof FetchFailure && cause.reason === 'blocked_address';
}

function kindOf(thrown: unknown, isCutOff: boolean): FallbackReason {
  if (thrown instanceof OpenAI.APIConnectionTimeoutError || thrown instanceof ServerSilent) return 'timed_out';
  if (thrown instanceof UnreadableReply && isCutOff) return 'cut_off';
  if (thrown instanceof UnreadableReply || (thrown as Error).name === 'SyntaxError') return 'unreadable';
  if (thrown instanceof StreamFailed) return thrown.refusal.reason;
  return isBlocked((thrown as Error).cause) ? 'blocked_address' : 'unreachable';
}
