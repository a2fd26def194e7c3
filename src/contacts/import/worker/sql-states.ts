import { QueryFailedError } from 'typeorm';

/** Serialization failure, deadlock, and an externalId that somebody else has just taken: it may go well the next time. */
const CONFLICTS = ['40001', '40P01', '23505'];

/** Whether others were in the way of the transaction. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(stateOf(error));
}

/** Whether the database refuses the data as such: a data exception, or a CHECK that does not hold. */
export function isUnstorable(error: unknown): boolean {
  const state = stateOf(error);
  return state.startsWith('22') || state === '23514';
}

function stateOf(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return String((cause as { code?: unknown } | undefined)?.code ?? '');
}
