import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import type { WorkspaceScope } from '../../common/request/principal';
import { NotificationsPort, type NotableEvent, type Notifier } from '../../inbox/notifications.port';
import { PreferencesService } from '../../preferences/preferences.service';
import { channelsOf } from './chosen-channels';
import type { MemberNotification } from './member-notification.entity';
import { MemberNotificationsRepository, type NotificationFilter } from './member-notifications.repository';

/** What members are told: written with what it tells of, and kept with what became of it. */
@Injectable()
export class MemberNotificationsService implements Notifier {
  constructor(
    private readonly notifications: MemberNotificationsRepository,
    private readonly preferences: PreferencesService,
    port: NotificationsPort,
  ) {
    port.provide(this);
  }

  async notify(events: readonly NotableEvent[]): Promise<void> {
    await this.notifications.insert(events, channelsOf(this.preferences.defaults));
  }

  page(scope: WorkspaceScope, filter: NotificationFilter, request: PageRequest): Promise<Page<MemberNotification>> {
    return this.notifications.page(scope, filter, request);
  }
}
