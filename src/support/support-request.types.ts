import { REPLY_TYPES } from '../inbox/replies/reply.types';

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

export const MILESTONE_OUTCOMES = ['accepted', 'failed', 'uncertain', 'cancelled'] as const;
export type MilestoneOutcome = (typeof MILESTONE_OUTCOMES)[number];

/** What a message is to whoever waits for the milestone. */
export const SLA_REPLY_TYPES = [...REPLY_TYPES, 'internal_note'] as const;
export type SlaReplyType = (typeof SLA_REPLY_TYPES)[number];

export const NOT_SATISFIED_REASONS = ['reply_type', 'outcome', 'already_satisfied', 'no_clock'] as const;
export type NotSatisfiedReason = (typeof NOT_SATISFIED_REASONS)[number];

export const TRANSITION_KINDS = ['activate', 'wait', 'end', 'reopen'] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

/** What has been done about a request: its opening, its transitions, and changes of what it says. */
export const HISTORY_KINDS = ['open', ...TRANSITION_KINDS, 'update'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Who has asked for people: an agent that hands over, the customer who writes to people, or a member. */
export type RequestOrigin = 'hand_over' | 'customer' | 'member';

export const REQUEST_SORTS = ['created', 'due'] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number];

/** Of a list, for who does not say how many. */
export const USUAL_PAGE = 50;
