import type { PushEvent } from './push-message.types';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Handling {
  /**
   * How long a push service keeps the message for a sleeping device, in seconds. Without it, the message would not be
   * kept at all.
   */
  readonly ttlSeconds: number;
  /** Messages that are not `high` reach an idle Android phone minutes later (RFC 8030 §5.3). */
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
