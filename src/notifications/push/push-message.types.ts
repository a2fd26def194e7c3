import { NOTIFICATION_EVENTS } from '../notification-events';
import type { FailureClass } from '../devices/notification-device.types';

export const PUSH_EVENTS = [...NOTIFICATION_EVENTS, 'test'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/** What a device shows. How long push services keep it, and how urgent it is, follows from the event. */
export interface PushMessage {
  title: string;
  /** Shortened where it is too long to be sent. */
  body: string;
  /** The absolute address that a click opens. */
  navigate: string;
  /** Of two messages with one tag, a device shows the later one only. Any text: devices are told a digest of it. */
  tag: string;
  /** BCP 47 */
  lang: string;
  dir: 'ltr' | 'rtl' | 'auto';
  event: PushEvent;
  /** From then on it is news to nobody, and is neither sent nor kept by push services. */
  expiresAt: Date;
}

/**
 * What became of a message for one device.
 *
 * - `accepted`: the push service has it. Whether it arrives, nobody tells.
 * - `expired`: the subscription is gone; the device hears nothing any more.
 * - `refused`: this message will not be taken, however often it is sent.
 * - `retry`: it may be taken at `retryAt`, which is before it expires.
 */
export type PushOutcome = { deviceId: string } & (
  | { outcome: 'accepted' }
  | { outcome: 'expired' }
  | { outcome: 'refused'; failureClass: FailureClass }
  | { outcome: 'retry'; failureClass: FailureClass; retryAt: Date }
);
