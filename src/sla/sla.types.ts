import { REPLY_TYPES } from '../conversations/conversation.types';

export const MILESTONE_OUTCOMES = ['accepted', 'failed', 'uncertain', 'cancelled'] as const;
export type MilestoneOutcome = (typeof MILESTONE_OUTCOMES)[number];

/** The kinds of messages that may satisfy a milestone. */
export const SLA_REPLY_TYPES = [...REPLY_TYPES, 'internal_note'] as const;
export type SlaReplyType = (typeof SLA_REPLY_TYPES)[number];

export const NOT_SATISFIED_REASONS = ['reply_type', 'outcome', 'already_satisfied', 'no_clock'] as const;
export type NotSatisfiedReason = (typeof NOT_SATISFIED_REASONS)[number];
