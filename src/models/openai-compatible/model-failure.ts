import OpenAI from 'openai';
import { OwnFailure } from '../../common/errors/own-failure';
import { UnreadableReply } from './reply';

/** Why a model server gave no answer, as far as an operator needs to know it. */
export type FailureKind =
  'redirected' | 'refused' | 'unauthorized' | 'rate_limited' | 'failed' | 'unreachable' | 'timed_out' | 'unreadable';

/**
 * A model server that gave no answer. Holds nothing that it said: its errors may repeat the key and the words of the
 * customer that it was sent, and so may those of what reads them.
 */
export class ModelFailure extends OwnFailure {
  constructor(failure: FailureKind, milliseconds: number, status?: number) {
    super('The model server gave no answer.', {
      facts: { failure, ...(status === undefined ? {} : { status }), milliseconds },
    });
  }
}

/** What the client threw, without its words. `started` is of `performance.now()`. */
export function modelFailure(thrown: unknown, started: number, signal: AbortSignal): ModelFailure {
  const milliseconds = Math.round(performance.now() - started);
  const status = thrown instanceof OpenAI.APIError ? (thrown.status as number | undefined) : undefined;
  return new ModelFailure(signal.aborted ? 'timed_out' : kindOf(thrown, status), milliseconds, status);
}

function kindOf(thrown: unknown, status: number | undefined): FailureKind {
  if (thrown instanceof OpenAI.APIConnectionTimeoutError) return 'timed_out';
  if (thrown instanceof UnreadableReply || (thrown as Error).name === 'SyntaxError') return 'unreadable';
  if (status === undefined) return 'unreachable';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'redirected';
}
