/**
 * The order of locks in a transaction (decision 0102). `rows` are rows of a conversation or another locked record. `dependents` are
 * rows that follow from those and are under the same lock, such as the clocks of a support request. `additions` are rows that are
 * only inserted, for which no other transaction waits. `counters` are rows for which many transactions wait, so they are locked last.
 */
export const LOCK_ORDER = [
  'workspace',
  'contact',
  'agents',
  'conversations',
  'rows',
  'dependents',
  'additions',
  'counters',
] as const;

export type Lock = (typeof LOCK_ORDER)[number];

export function lockRank(lock: Lock): number {
  return LOCK_ORDER.indexOf(lock);
}
