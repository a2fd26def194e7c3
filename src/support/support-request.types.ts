export const REQUEST_STATES = ['new', 'active', 'waiting', 'ended'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const WAITING_ON = ['customer', 'third_party', 'internal'] as const;
export type WaitingOn = (typeof WAITING_ON)[number];

export const DISPOSITION_CODES = [
  'resolved',
  'answered_by_agent',
  'duplicate',
  'spam',
  'no_response',
  'out_of_scope',
  'other',
] as const;
export type DispositionCode = (typeof DISPOSITION_CODES)[number];

/** With these, the request was resolved: for the figures of its agent, and for the member who verifies that. */
export const RESOLUTIONS: readonly DispositionCode[] = ['resolved', 'answered_by_agent'];

export const SLA_MILESTONES = [
  'first_response',
  'next_response',
  'handoff_pickup',
  'approval_review',
  'verified_resolution',
] as const;
export type SlaMilestone = (typeof SLA_MILESTONES)[number];

export const SLA_STATUSES = ['pending', 'imminent', 'breaching', 'paused', 'met', 'met_late', 'cancelled'] as const;
export type SlaStatus = (typeof SLA_STATUSES)[number];

export const TRANSITION_KINDS = ['activate', 'wait', 'end', 'reopen'] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

/** What has been done about a request: its opening, its transitions, and changes of what it says. */
export const HISTORY_KINDS = ['open', ...TRANSITION_KINDS, 'update'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** The content of a history entry beside its kind. Absent fields did not change. */
export interface HistoryDetails {
  assigneeMemberId?: string | null;
  subject?: string | null;
  priority?: Priority;
  waitingOn?: WaitingOn;
  /** ISO 8601 */
  resumeAt?: string | null;
  disposition?: { code: DispositionCode; note: string | null };
}

/** An entry of the history as followers of the request read it. */
export interface HistoryStep {
  kind: HistoryKind;
  /** Of the request, from then on. */
  version: number;
  episodeNumber: number;
  details: HistoryDetails;
  /** Null: the service itself. */
  actorMemberId: string | null;
  occurredAt: Date;
  recordedAt: Date;
}

/** Who has asked for people: an agent that hands over, the customer who writes to people, or a member. */
export type RequestOrigin = 'hand_over' | 'customer' | 'member';

export const REQUEST_SORTS = ['created', 'due'] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number];

/** Of a list, for who does not say how many. */
export const USUAL_PAGE = 50;
