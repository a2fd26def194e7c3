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

  /** What is to be sent to several people now: one statement finds all of their devices. */
  async begin(userIds: readonly string[]): Promise<PushRound> {
    // What others do is not waited for with rows locked.
    if (this.work.isRunning) throw new Error('Push messages are not sent within a transaction');
    return new PushRound(await this.devices.listOf(userIds), this.devices, this.delivery);
  }
}
