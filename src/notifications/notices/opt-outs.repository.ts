import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { NotificationEvent } from './member-notification.types';
import { NotificationOptOut } from './notification-opt-out.entity';

/** The table notification_opt_outs. */
@Injectable()
export class OptOutsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(workspaceId: string, memberId: string, events: readonly NotificationEvent[]): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(NotificationOptOut)
      .values(events.map((event) => ({ workspaceId, memberId, event })))
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  async delete(workspaceId: string, memberId: string, events: readonly NotificationEvent[]): Promise<void> {
    await this.work.manager.delete(NotificationOptOut, { workspaceId, memberId, event: In([...events]) });
  }
}
