import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import type { WorkspaceScope } from '../../common/request/principal';
import { OnEvents } from '../../common/events/on-events.decorator';
import type { ConversationEvent } from '../../conversations/conversation-events';
import { PreferencesService } from '../../preferences/preferences.service';
import { channelsOf } from './chosen-channels';
import type { MemberNotification } from './member-notification.entity';
import { NOTABLE_EVENTS, type NotableEvent, notableEvent } from './notable-event';
import { MemberNotificationsRepository, type NotificationFilter } from './member-notifications.repository';

/** The notifications of members. They are stored in the transaction of the event, and kept with their outcomes. */
@Injectable()
export class MemberNotificationsService {
  constructor(
    private readonly notifications: MemberNotificationsRepository,
    private readonly preferences: PreferencesService,
  ) {}

  @OnEvents<ConversationEvent>(NOTABLE_EVENTS, { locks: 'additions' })
  onEvents(events: readonly ConversationEvent[]): Promise<void> {
    return this.notify(events.flatMap((event) => notableEvent(event) ?? []));
  }

  /** One statement for any number of members. Joins the caller's transaction. */
  async notify(events: readonly NotableEvent[]): Promise<void> {
    if (events.length > 0) await this.notifications.insert(events, channelsOf(this.preferences.defaults));
  }

  page(scope: WorkspaceScope, filter: NotificationFilter, request: PageRequest): Promise<Page<MemberNotification>> {
    return this.notifications.page(scope, filter, request);
  }
}
