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

/** What a message may be sent to, and the database's clock. */
export interface Reachable {
  devices: KnownDevice[];
  now: Date;
}

/** The table notification_devices. A device belongs to one account. */
@Injectable()
export class NotificationDevicesRepository {
  constructor(private readonly work: UnitOfWork) {
    // Long enough for their owner to see why it has become quiet.
  }

  /** Oldest first; a bounded number. */
  async list(accountId: string): Promise<Reachable> {
    return reachable(this.select().where('d.accountId = :accountId', { accountId }));
  }

  /** Of several accounts; as many as members of one workspace have. */
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

  /** Whose the endpoint is now; its other registrations wait until the transaction ends. */
  findLockedByEndpoint(endpointHashes: readonly Buffer[]): Promise<NotificationDevice | null> {
    return this.work.manager.findOne(NotificationDevice, {
      where: { endpointHash: Any(endpointHashes) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns its id. `anew`: nothing that is known of its health holds any more. */
  async upsert(device: Registration, { anew }: { anew: boolean }): Promise<string> {
    const { accountId, sessionId, label, endpointHash, subscriptionSealed } = device;
    const values = [newId(), accountId, sessionId, label, endpointHash, subscriptionSealed, anew];
    const [{ id } = { id: '' }] = await this.work.query<{ id: string }>(UPSERT_DEVICE, values);
    return id;
  }

  /** Of those that hear nothing any more, the one that has been silent longest. Whether there was one. */
  async deleteSilent(accountId: string): Promise<boolean> {
    return (await this.work.query(MAKE_ROOM, [accountId])).length === 1;
  }

  async update(
    { accountId, id }: Pick<NotificationDevice, 'accountId' | 'id'>,
    change: Partial<Pick<NotificationDevice, 'label' | 'paused' | 'endpointHash'>>,
  ): Promise<void> {
    await this.work.manager.update(NotificationDevice, { accountId, id }, change);
  }

  /** Whether there was one. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(NotificationDevice, { accountId, id: uuidOrNil(id) });
    return affected === 1;
  }

  /** Push services have taken messages for them, and nothing has failed since. One statement. */
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

  /** A message could not be handed over. `retryAt`: when the push service wants to hear of it again, where it said so. */
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
