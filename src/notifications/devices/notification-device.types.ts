export const DEVICE_STATUSES = ['enabled', 'paused', 'failing', 'expired', 'revoked'] as const;

/**
 * - `enabled`: the push service accepts messages, or none has been sent yet.
 * - `paused`: the member has paused it.
 * - `failing`: the last message was not accepted.
 * - `expired`: the push service reports that the subscription is gone.
 * - `revoked`: the session in which the device was registered was ended.
 */
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Why a message was not accepted: a reason of the push service or of the connection to it. */
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

/**
 * A browser's subscription: the address to send to, and the keys to encrypt with (RFC 8291). Base64url without padding.
 */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
