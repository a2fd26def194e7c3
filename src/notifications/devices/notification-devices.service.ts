import { Injectable } from '@nestjs/common';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import { AddressGuard } from '../../common/outbound/address-guard';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { AccountPrincipal } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { PreferencesService } from '../../preferences/preferences.service';
import { DeviceLimitReached, DeviceRevoked } from '../notifications.errors';
import { PushDelivery } from '../push/push-delivery';
import type { PushOutcome } from '../push/push-message.types';
import type { RegisterNotificationDeviceInput, UpdateNotificationDeviceInput } from './notification-device-input.dto';
import type { SeenDevice } from './notification-device.dto';
import type { NotificationDevice } from './notification-device.entity';
import type { PushSubscription } from './notification-device.types';
import { NotificationDevicesRepository } from './notification-devices.repository';
import { SealedSubscriptions } from './sealed-subscriptions';
import { ensureUsable } from './subscription-check';
import { testMessage } from './test-message';

/** Largest number of devices of an account. */
const MOST_DEVICES = 20;

/**
 * The devices of an account. Each is one subscription of a browser and belongs to the account that registered it last.
 */
@Injectable()
export class NotificationDevicesService {
  constructor(
    private readonly devices: NotificationDevicesRepository,
    private readonly subscriptions: SealedSubscriptions,
    private readonly delivery: PushDelivery,
    private readonly preferences: PreferencesService,
    private readonly guard: AddressGuard,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
  ) {}

  async list(accountId: string): Promise<SeenDevice[]> {
    const { devices, now } = await this.devices.list(accountId);
    return devices.map((device) => ({ device, now }));
  }

  /**
   * Registers a device, or confirms that it is still in use. The health of a subscription is kept unless its keys or
   * its owner have changed. An expired or revoked device makes room for a new one.
   *
   * @throws RateLimited 429, SubscriptionInvalid 400, DeviceLimitReached 409
   */
  async register(
    { accountId, sessionId }: AccountPrincipal,
    { label, subscription }: RegisterNotificationDeviceInput,
  ): Promise<SeenDevice> {
    ensureUsable(subscription, this.guard);
    await this.limiter.consume({
      name: 'LIMIT_DEVICE_REGISTRATION_PER_USER',
      key: `device-registration:user:${accountId}`,
      max: this.settings.values.LIMIT_DEVICE_REGISTRATION_PER_USER,
      windowSeconds: 3_600,
    });
    return this.work.run(async () => {
      // No row represents the number of an account's devices, so the account is locked.
      await advisoryLock(this.work.manager, `notification-devices:${accountId}`);
      const [endpointHash, ...earlierHashes] = this.subscriptions.fingerprints(subscription.endpoint);
      const known = await this.devices.findLockedByEndpoint([endpointHash, ...earlierHashes]);
      if (known && !known.endpointHash.equals(endpointHash)) await this.devices.update(known, { endpointHash });
      const own = known?.accountId === accountId ? known : null;
      if (!own) await this.makeRoom(accountId);
      const subscriptionSealed = this.subscriptions.seal(subscription);
      const device = { accountId, sessionId, label, endpointHash, subscriptionSealed };
      const id = await this.devices.upsert(device, { anew: !own || !this.hasKeys(own, subscription) });
      return this.devices.require(accountId, id);
    });
  }

  /** @throws NotFound 404 */
  async update(accountId: string, id: string, change: UpdateNotificationDeviceInput): Promise<SeenDevice> {
    const { label, paused } = change;
    const changed = { ...(label !== undefined && { label }), ...(paused !== undefined && { paused }) };
    if (Object.keys(changed).length > 0) await this.devices.update({ accountId, id }, changed);
    return this.devices.require(accountId, id);
  }

  /**
   * Sends a notification now, regardless of preferences, and also to a paused device.
   *
   * @throws NotFound 404, DeviceRevoked 409, RateLimited 429, PushKeyUnreadable
   */
  async test(accountId: string, id: string): Promise<{ outcome: PushOutcome; device: SeenDevice }> {
    await this.limiter.consume({
      name: 'LIMIT_DEVICE_TEST_PER_USER',
      key: `device-test:user:${accountId}`,
      max: this.settings.values.LIMIT_DEVICE_TEST_PER_USER,
      windowSeconds: 60,
    });
    const { device, now } = await this.devices.require(accountId, id);
    if (device.revoked) throw new DeviceRevoked();
    const { locale } = await this.preferences.get(accountId);
    const message = testMessage(id, locale, `${this.settings.values.PUBLIC_URL}/devices`, now);
    const outcome = await this.delivery.deliver(device, message, now);
    if (outcome.outcome === 'accepted') await this.devices.noteAccepted([{ device, at: now }]);
    return { outcome, device: await this.devices.require(accountId, id) };
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.devices.delete(accountId, id))) throw new NotFound();
  }

  private async makeRoom(accountId: string): Promise<void> {
    const isFull = (await this.devices.count(accountId)) >= MOST_DEVICES;
    if (isFull && !(await this.devices.deleteSilent(accountId))) throw new DeviceLimitReached(MOST_DEVICES);
  }

  private hasKeys({ subscriptionSealed }: NotificationDevice, { keys }: PushSubscription): boolean {
    const known = this.subscriptions.open(subscriptionSealed).keys;
    return known.p256dh === keys.p256dh && known.auth === keys.auth;
  }
}
