import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, LessThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WorkspaceScope } from '../../common/request/principal';
import type { NotableEvent } from './notable-event';
import { MemberNotification } from './member-notification.entity';
import type { Channels } from './chosen-channels';
import type { NotificationReason } from './member-notification.types';
import { INSERT_NOTIFICATIONS } from './member-notifications.sql';

/** A field that is absent matches any value. */
export type NotificationFilter = Partial<
  Pick<MemberNotification, 'state' | 'event' | 'channel' | 'conversationId'> & {
    reason: NotificationReason;
    memberId: string;
  }
>;

/** The table member_notifications: notifications that are due, and their outcomes. */
@Injectable()
export class MemberNotificationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** One statement for any number of members. `defaults`: the channels of members without preferences. */
  async insert(events: readonly NotableEvent[], defaults: Channels): Promise<void> {
    await this.work.prepared(INSERT_NOTIFICATIONS, [JSON.stringify(events), JSON.stringify(defaults)]);
  }

  /** Newest first. */
  page(
    { workspaceId, agentIds }: WorkspaceScope,
    filter: NotificationFilter,
    { limit, cursor }: PageRequest,
  ): Promise<Page<MemberNotification>> {
    const where: FindOptionsWhere<MemberNotification> = {
      workspaceId,
      ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
      ...(agentIds === null ? {} : { agentId: Any(agentIds) }),
      ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
    };
    const read = (take: number): Promise<MemberNotification[]> =>
      this.work.manager.find(MemberNotification, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }
}
