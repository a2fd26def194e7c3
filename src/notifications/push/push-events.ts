import type { PushEvent } from './push-message.types';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Handling {
  /** How long a push service keeps the message for a device that sleeps, in seconds; without it, it would not at all. */
  readonly ttlSeconds: number;
  /** What is not `high`, Android delivers minutes later to a phone that lies on a table (RFC 8030 §5.3). */
  readonly urgency: 'normal' | 'high';
}

export const HANDLING: Readonly<Record<PushEvent, Handling>> = {
  newConversation: { ttlSeconds: 4 * HOUR, urgency: 'normal' },
  assigned: { ttlSeconds: 24 * HOUR, urgency: 'high' },
  customerReply: { ttlSeconds: 4 * HOUR, urgency: 'high' },
  slaWarning: { ttlSeconds: 15 * MINUTE, urgency: 'high' },
  slaBreach: { ttlSeconds: 15 * MINUTE, urgency: 'high' },
  replyUndelivered: { ttlSeconds: 24 * HOUR, urgency: 'high' },
  test: { ttlSeconds: 5 * MINUTE, urgency: 'high' },
};
