import type { KnownDevice } from './notification-device.entity';
import type { DeviceStatus } from './notification-device.types';

type Facts = Pick<KnownDevice, 'revoked' | 'expiredAt' | 'paused' | 'failureClass' | 'failingSince'>;

/** Failures that go away by themselves are left alone for this long. */
const PATIENCE_MS = 24 * 3_600_000;

/** What weighs most: what no message will reach again comes before what the member wants, and that before the last attempt. */
export function statusOf({ revoked, expiredAt, paused, failureClass }: Facts): DeviceStatus {
  if (revoked) return 'revoked';
  if (expiredAt !== null) return 'expired';
  if (paused) return 'paused';
  return failureClass === null ? 'enabled' : 'failing';
}

/** Whether its owner, or whoever runs the service, has to do something, or it will stay silent. */
export function needsAttention(device: Facts, now: Date): boolean {
  const status = statusOf(device);
  if (status === 'expired') return true;
  if (status !== 'failing') return false;
  const { failureClass, failingSince } = device;
  if (failureClass === 'vapid_rejected' || failureClass === 'bad_request') return true;
  return failingSince !== null && now.getTime() - failingSince.getTime() > PATIENCE_MS;
}
