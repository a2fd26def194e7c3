import { NotificationDevicesRepository } from '../../src/notifications/devices/notification-devices.repository';
import { SealedSubscriptions } from '../../src/notifications/devices/sealed-subscriptions';
import type { Parley } from '../support/parley';
import type { TestSubscription } from '../support/push-service';

/** A device of an account, as registering one leaves it; its id. */
export function aDevice(
  parley: Parley,
  { id: accountId }: { id: string },
  subscription: TestSubscription,
  label = 'Firefox on Linux',
): Promise<string> {
  const sealed = parley.get(SealedSubscriptions);
  const device = {
    accountId,
    sessionId: null,
    label,
    endpointHash: sealed.fingerprints(subscription.endpoint)[0],
    subscriptionSealed: sealed.seal(subscription),
  };
  return parley.get(NotificationDevicesRepository).upsert(device, { anew: true });
}
