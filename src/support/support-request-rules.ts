import { type DispositionCode, type RequestState, RESOLUTIONS, type TransitionKind } from './support-request.types';

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

/** Whether a request with this disposition was resolved. Null: it has not ended. */
export function isResolution(code: DispositionCode | null): boolean {
  return code !== null && RESOLUTIONS.includes(code);
}
