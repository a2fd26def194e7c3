import type { DispositionCode, RequestState, TransitionKind } from './support-request.types';

/** Clocks of machines differ by this much at most: what is dated later has not happened yet. */
export const MOST_AHEAD_MS = 5 * 60_000;

const STATES_BEFORE: Record<TransitionKind, readonly RequestState[]> = {
  activate: ['new', 'waiting'],
  wait: ['new', 'active'],
  end: ['new', 'active', 'waiting'],
  reopen: ['ended'],
};

/** Where each transition leads. */
export const STATE_AFTER: Record<TransitionKind, RequestState> = {
  activate: 'active',
  wait: 'waiting',
  end: 'ended',
  reopen: 'active',
};

/** What can be done to a request in this state. */
export function allowedTransitions(state: RequestState): TransitionKind[] {
  return (Object.keys(STATES_BEFORE) as TransitionKind[]).filter((kind) => STATES_BEFORE[kind].includes(state));
}

/** Whether a request that ended so was resolved: for the figures of its agent, and for whoever is to verify that. */
export function isResolution(code: DispositionCode | null): boolean {
  return code === 'resolved' || code === 'answered_by_agent';
}
