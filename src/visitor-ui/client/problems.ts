import { ApiProblem } from './api';
import type { Problem } from './state';
import type { LiveEvent } from './types';

/**
 * The problem that a visitor sees if a message was not accepted. null: the network is down, which is shown separately.
 */
export function shownProblem(problem: ApiProblem, now: number, online: boolean): Problem | null {
  const { status, code, retryAfter } = problem;
  if (isAway(problem)) return online ? { kind: 'away' } : null;
  if (status === 429 || status === 503) return { kind: 'wait', until: now + (retryAfter ?? 5) * 1_000 };
  if (code === 'agent_inactive' || status === 404) return { kind: 'inactive' };
  if (status === 403) return { kind: 'refused' };
  return { kind: 'failed', code };
}

/** No answer, or an answer of a proxy in front of the service. */
export function isAway({ status, code }: ApiProblem): boolean {
  return [0, 502, 503, 504].includes(status) && code !== 'model_unavailable';
}

/** For a turn that fails after its stream has begun, when there is no status. */
export function turnProblem(data: LiveEvent['data']): ApiProblem {
  const { code, retryAfter } = data as { code?: string; retryAfter?: number };
  const status = code === 'rate_limited' ? 429 : code === 'agent_inactive' ? 409 : 500;
  return new ApiProblem(status, code ?? 'failed', retryAfter ?? null);
}
