import OpenAI from 'openai';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { OwnFailure } from '../../common/errors/own-failure';
import type { FallbackReason, TokenUsage } from '../answer-model.port';
import { ServerSilent } from './bounded-fetch';
import { StreamFailed } from './completion-stream';
import { UnreadableReply } from './reply';

/**
 * A model server that gave no answer. Holds nothing that it said: its errors may repeat the key and the words of the
 * customer that it was sent, and so may those of what reads them.
 */
export class ModelFailure extends OwnFailure {
  constructor(
    readonly reason: FallbackReason,
    milliseconds: number,
    /** What it has cost nevertheless. */
    readonly used: TokenUsage = { inputTokens: 0, outputTokens: 0 },
    status?: number,
  ) {
    super('The model server gave no answer.', {
      facts: { failure: reason, ...(status === undefined ? {} : { status }), milliseconds },
    });
  }
}

interface Circumstances {
  /** Of `performance.now()`. */
  started: number;
  signal: AbortSignal;
  used: TokenUsage;
}

/** What the client threw, without its words. */
export function modelFailure(thrown: unknown, { started, signal, used }: Circumstances): ModelFailure {
  const milliseconds = Math.round(performance.now() - started);
  const status = thrown instanceof OpenAI.APIError ? (thrown.status as number | undefined) : undefined;
  return new ModelFailure(signal.aborted ? 'timed_out' : kindOf(thrown, status), milliseconds, used, status);
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
