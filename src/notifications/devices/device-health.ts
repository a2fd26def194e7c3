import type { KnownDevice } from './notification-device.entity';
import type { DeviceStatus } from './notification-device.types';

type Facts = Pick<KnownDevice, 'revoked' | 'expiredAt' | 'paused' | 'failureClass' | 'failingSince'>;

/** Failures that are shorter than this do not need attention. In milliseconds. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * The most important reason comes first: an expired subscription, then the member's own pause, then the result of the
 * last attempt.
 */
export function statusOf({ revoked, expiredAt, paused, failureClass }: Facts): DeviceStatus {
  if (revoked) return 'revoked';
  if (expiredAt !== null) return 'expired';
  if (paused) return 'paused';
  return failureClass === null ? 'enabled' : 'failing';
}

/** Whether the owner or the operator has to act, because the device will not work again by itself. */
export function needsAttention(device: Facts, now: Date): boolean {
  const status = statusOf(device);
  if (status === 'expired') return true;
  if (status !== 'failing') return false;
  const { failureClass, failingSince } = device;
  if (failureClass === 'vapid_rejected' || failureClass === 'bad_request') return true;
  return failingSince !== null && now.getTime() - failingSince.getTime() > PATIENCE_MS;
}
