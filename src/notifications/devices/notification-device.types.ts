export const DEVICE_STATUSES = ['enabled', 'paused', 'failing', 'expired', 'revoked'] as const;

/**
 * - `enabled`: the push service takes messages, or none has been sent yet.
 * - `paused`: the member wants none for now.
 * - `failing`: the last message was not taken.
 * - `expired`: the push service says that the subscription is gone.
 * - `revoked`: the session that the device was registered in was ended.
 */
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Why a push service, or the way to it, took no message. */
export const FAILURE_CLASSES = [
  'subscription_gone',
  'vapid_rejected',
  'payload_too_large',
  'bad_request',
  'rate_limited',
  'push_service_error',
  'network',
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** What a browser gives: where to send to, and for whom to encrypt (RFC 8291). Base64url without padding. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
