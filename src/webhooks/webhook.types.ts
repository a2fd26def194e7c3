export const WEBHOOK_CONTENTS = ['none', 'current'] as const;
export type WebhookContent = (typeof WEBHOOK_CONTENTS)[number];

export const WEBHOOK_ORDERINGS = ['subject', 'none'] as const;
export type WebhookOrdering = (typeof WEBHOOK_ORDERINGS)[number];

export const WEBHOOK_STATES = ['active', 'failing', 'paused'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const PAUSE_REASONS = [
  'manual',
  'gone',
  'failing_too_long',
  'no_agents',
  'secret_unreadable',
  'imported',
  'restored',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const ATTENTION = ['paused', 'failing', 'missed_events', 'creator_left'] as const;
export type Attention = (typeof ATTENTION)[number];

export const WEBHOOK_FAILURES = [
  'client_error',
  'server_error',
  'rate_limited',
  'redirect',
  'timeout',
  'unreachable',
  'tls',
  'blocked_address',
  'response_invalid',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

export const DELIVERY_STATES = ['pending', 'waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const REPLAY_STATES = ['running', 'done', 'cancelled'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** The most characters of a URL, of a page, and of what a page of a list may have. */
export const LONGEST_URL = 2_048;
export const MOST_EVENTS = 50;
export const MOST_AGENTS = 100;
export const MOST_PARALLEL = 10;
