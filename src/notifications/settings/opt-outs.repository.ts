import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { NotificationEvent } from '../notices/member-notification.types';
import { NotificationOptOut } from './notification-opt-out.entity';

/** The table notification_opt_outs. */
@Injectable()
export class OptOutsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** In the order in which they were created. */
  async list(workspaceId: string, memberId: string): Promise<NotificationEvent[]> {
    const order = { createdAt: 'ASC', event: 'ASC' } as const;
    const optOuts = await this.work.manager.find(NotificationOptOut, { where: { workspaceId, memberId }, order });
    return optOuts.map(({ event }) => event);
  }

  async insert(workspaceId: string, memberId: string, events: readonly NotificationEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(NotificationOptOut)
      .values(events.map((event) => ({ workspaceId, memberId, event })))
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  async deleteOthers(workspaceId: string, memberId: string, events: readonly NotificationEvent[]): Promise<void> {
    await this.work.manager.delete(NotificationOptOut, { workspaceId, memberId, event: Not(In([...events])) });
  }

  async delete(workspaceId: string, memberId: string, events: readonly NotificationEvent[]): Promise<void> {
    await this.work.manager.delete(NotificationOptOut, { workspaceId, memberId, event: In([...events]) });
  }
}
