import { Injectable } from '@nestjs/common';
import { Any, type SelectQueryBuilder } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { NotificationDevice, type KnownDevice } from './notification-device.entity';
import type { FailureClass } from './notification-device.types';
import { MAKE_ROOM, NOTE_ACCEPTED, NOTE_FAILED, UPSERT_DEVICE } from './notification-devices.sql';

type Registration = Pick<
  NotificationDevice,
  'accountId' | 'sessionId' | 'label' | 'endpointHash' | 'subscriptionSealed'
>;

/** The devices that can get a message, and the time by the database's clock. */
export interface Reachable {
  devices: KnownDevice[];
  now: Date;
}

/** The table notification_devices. A device belongs to one account. */
@Injectable()
export class NotificationDevicesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Oldest first. Their number is bounded. */
  async list(accountId: string): Promise<Reachable> {
    return reachable(this.select().where('d.accountId = :accountId', { accountId }));
  }

  /** Devices of several accounts, at most those of the members of one workspace. */
  async listOf(accountIds: readonly string[]): Promise<Reachable> {
    return reachable(this.select().where('d.accountId = ANY (:accountIds)', { accountIds: [...accountIds] }));
  }

  /** @throws NotFound 404 */
  async require(accountId: string, id: string): Promise<{ device: KnownDevice; now: Date }> {
    const own = this.select().where('d.accountId = :accountId AND d.id = :id', { accountId, id: uuidOrNil(id) });
    const { devices, now } = await reachable(own);
    return { device: required(devices[0]), now };
  }

  exists(accountId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(NotificationDevice, { accountId, id: uuidOrNil(id) });
  }

  count(accountId: string): Promise<number> {
    return this.work.manager.countBy(NotificationDevice, { accountId });
  }

  /** Finds the owner of the endpoint. Other registrations of the endpoint wait until the transaction ends. */
  findLockedByEndpoint(endpointHashes: readonly Buffer[]): Promise<NotificationDevice | null> {
    return this.work.manager.findOne(NotificationDevice, {
      where: { endpointHash: Any(endpointHashes) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns the device's id. `anew`: resets its health. */
  async upsert(device: Registration, { anew }: { anew: boolean }): Promise<string> {
    const { accountId, sessionId, label, endpointHash, subscriptionSealed } = device;
    const values = [newId(), accountId, sessionId, label, endpointHash, subscriptionSealed, anew];
    const [{ id } = { id: '' }] = await this.work.query<{ id: string }>(UPSERT_DEVICE, values);
    return id;
  }

  /** Deletes the device that has been expired or revoked the longest. Returns whether there was one. */
  async deleteSilent(accountId: string): Promise<boolean> {
    return (await this.work.query(MAKE_ROOM, [accountId])).length === 1;
  }

  async update(
    { accountId, id }: Pick<NotificationDevice, 'accountId' | 'id'>,
    change: Partial<Pick<NotificationDevice, 'label' | 'paused' | 'endpointHash'>>,
  ): Promise<void> {
    await this.work.manager.update(NotificationDevice, { accountId, id }, change);
  }

  /** Returns whether there was one. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(NotificationDevice, { accountId, id: uuidOrNil(id) });
    return affected === 1;
  }

  /**
   * Marks devices as healthy, because push services have accepted messages for them and no failure followed. One
   * statement.
   */
  async noteAccepted(taken: readonly { device: NotificationDevice; at: Date }[]): Promise<void> {
    if (taken.length === 0) return;
    const devices = taken.map(({ device }) => device);
    const known = [
      devices.map(({ id }) => id),
      devices.map((one) => one.accountId),
      devices.map((one) => one.failures),
    ];
    await this.work.prepared(NOTE_ACCEPTED, [...known, taken.map(({ at }) => at)]);
  }

  /** Records a failed attempt. `retryAt`: when the push service accepts messages again, if it has specified a time. */
  async noteFailed(
    { id, accountId }: NotificationDevice,
    failureClass: FailureClass,
    retryAt: Date | null,
  ): Promise<void> {
    await this.work.query(NOTE_FAILED, [id, accountId, failureClass, retryAt]);
  }

  private select(): SelectQueryBuilder<NotificationDevice> {
    return this.work.manager
      .createQueryBuilder(NotificationDevice, 'd')
      .leftJoin('sessions', 's', 's.id = d.sessionId')
      .addSelect('s.revoked_at IS NOT NULL', 'revoked')
      .addSelect('statement_timestamp()::timestamptz(3)', 'now')
      .orderBy('d.id');
  }
}

async function reachable(query: SelectQueryBuilder<NotificationDevice>): Promise<Reachable> {
  const { entities, raw } = await query.getRawAndEntities<{ revoked: boolean; now: Date }>();
  const devices = entities.map((device, row) => Object.assign(device, { revoked: raw[row]!.revoked }));
  return { devices, now: raw[0]?.now ?? new Date() };
}
