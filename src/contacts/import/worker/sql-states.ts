import { QueryFailedError } from 'typeorm';

/** Serialization failure, deadlock, and an externalId that a concurrent request has taken. A retry can succeed. */
const CONFLICTS = ['40001', '40P01', '23505'];

/** Whether the transaction conflicted with others. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(stateOf(error));
}

/** Whether the database refuses the data itself: a data exception, or a failed CHECK. */
export function isUnstorable(error: unknown): boolean {
  const state = stateOf(error);
  return state.startsWith('22') || state === '23514';
}

function stateOf(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return String((cause as { code?: unknown } | undefined)?.code ?? '');
}
