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
