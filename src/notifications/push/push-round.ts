import { logger } from '../../common/logging/logger';
import { statusOf } from '../devices/device-health';
import type { KnownDevice } from '../devices/notification-device.entity';
import type { NotificationDevicesRepository, Reachable } from '../devices/notification-devices.repository';
import type { PushDelivery } from './push-delivery';
import type { PushMessage, PushOutcome } from './push-message.types';

/**
 * Messages to several people that are sent at about the same time. Their devices were read together. Successes are
 * stored together by {@link end}; failures are stored immediately, since they affect later messages. If a process dies
 * before the end, the devices look as if their last message had been a little earlier.
 */
export class PushRound {
  private readonly owned = new Map<string, KnownDevice[]>();
  private readonly accepted = new Map<KnownDevice, Date>();
  private readonly began = performance.now();

  constructor(
    private readonly reachable: Reachable,
    private readonly devices: NotificationDevicesRepository,
    private readonly delivery: PushDelivery,
  ) {
    for (const device of reachable.devices) {
      const others = this.owned.get(device.accountId);
      if (others) others.push(device);
      else this.owned.set(device.accountId, [device]);
    }
  }

  /**
   * Sends to each device of a person that is neither paused, expired nor revoked. Returns an outcome for each, and an
   * empty list if the message has expired. Takes ten seconds, or at most twenty. `only`: limits the message to these
   * devices, since the others have it already.
   *
   * An unreadable subscription of one device does not stop the others.
   *
   * @throws PushKeyUnreadable, SubscriptionUnreadable; the abort reason of `signal`, and then some devices may have the
   * message
   */
  async send(
    userId: string,
    message: PushMessage,
    signal?: AbortSignal,
    only?: readonly string[],
  ): Promise<PushOutcome[]> {
    const now = this.now();
    if (message.expiresAt <= now) return [];
    const heard = (this.owned.get(userId) ?? []).filter((device) => {
      const status = statusOf(device);
      return (status === 'enabled' || status === 'failing') && (only === undefined || only.includes(device.id));
    });
    const ends = await Promise.allSettled(heard.map((device) => this.deliver(device, message, now, signal)));
    signal?.throwIfAborted();
    const outcomes = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    if (errors.length > 0 && outcomes.length === 0) throw errors[0];
    for (const err of errors) logger.warn({ err }, 'push message not sent to one of several devices');
    return outcomes;
  }

  async end(): Promise<void> {
    await this.devices.noteAccepted([...this.accepted].map(([device, at]) => ({ device, at })));
  }

  private async deliver(
    device: KnownDevice,
    message: PushMessage,
    now: Date,
    signal: AbortSignal | undefined,
  ): Promise<PushOutcome> {
    const outcome = await this.delivery.deliver(device, message, now, signal);
    // The last attempt determines the health of a device.
    if (outcome.outcome === 'accepted') this.accepted.set(device, this.now());
    else this.accepted.delete(device);
    return outcome;
  }

  /** By the database's clock. */
  private now(): Date {
    return new Date(this.reachable.now.getTime() + Math.round(performance.now() - this.began));
  }
}
