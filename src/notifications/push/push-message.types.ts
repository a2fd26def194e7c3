import { NOTIFICATION_EVENTS } from '../notification-events';
import type { FailureClass } from '../devices/notification-device.types';

export const PUSH_EVENTS = [...NOTIFICATION_EVENTS, 'test'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/** A message that devices show. The event determines how long push services keep it, and its urgency. */
export interface PushMessage {
  title: string;
  /** Shortened if it is too long to be sent. */
  body: string;
  /** The absolute address that a click opens. */
  navigate: string;
  /**
   * A device shows only the later of two messages with the same tag. Can be any text: it is hashed before it is sent.
   */
  tag: string;
  /** BCP 47 language tag. */
  lang: string;
  dir: 'ltr' | 'rtl' | 'auto';
  event: PushEvent;
  /** When the message expires: after that, it is neither sent nor kept by push services. */
  expiresAt: Date;
}

/**
 * The outcome of a message for one device.
 *
 * - `accepted`: the push service has it. Push services do not report whether it arrives.
 * - `expired`: the subscription is gone; the device gets no more messages.
 * - `refused`: this message will never be accepted.
 * - `retry`: it may be accepted at `retryAt`, which is before it expires.
 */
export type PushOutcome = { deviceId: string } & (
  | { outcome: 'accepted' }
  | { outcome: 'expired' }
  | { outcome: 'refused'; failureClass: FailureClass }
  | { outcome: 'retry'; failureClass: FailureClass; retryAt: Date }
);
