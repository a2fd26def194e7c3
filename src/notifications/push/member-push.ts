import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotificationDevicesRepository } from '../devices/notification-devices.repository';
import { PushDelivery } from './push-delivery';
import { PushRound } from './push-round';

/** Web Push to people. */
@Injectable()
export class MemberPush {
  constructor(
    private readonly devices: NotificationDevicesRepository,
    private readonly delivery: PushDelivery,
    private readonly work: UnitOfWork,
  ) {}

  /** Starts a round of messages to several people. One statement finds all of their devices. */
  async begin(userIds: readonly string[]): Promise<PushRound> {
    // Waiting for push services must not hold row locks.
    if (this.work.isRunning) throw new Error('Push messages are not sent within a transaction');
    return new PushRound(await this.devices.listOf(userIds), this.devices, this.delivery);
  }
}
