import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MEMBER_NOTIFICATIONS_MIGRATIONS } from '../../../migrations/member-notifications';
import { AgentsModule } from '../../agents/agents.module';
import { Feature } from '../../common/feature/feature.decorator';
import { leftOut } from '../../common/feature/table-policy';
import { EmailModule } from '../../email/email.module';
import { PreferencesModule } from '../../preferences/preferences.module';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { NotificationsModule } from '../notifications.module';
import { MemberNotification } from './member-notification.entity';
import { MemberNotificationsController } from './member-notifications.controller';
import { MemberNotificationsRepository } from './member-notifications.repository';
import { MemberNotificationsService } from './member-notifications.service';
import { NotificationDecisionsService } from './notification-decisions.service';
import { NotificationJobsRepository } from './notification-jobs.repository';
import { NotificationLinks } from './notification-links';
import { NotificationMailWriter } from './notification-mail-writer';
import { NotificationMails } from './notification-mails';
import { PushNotifications } from './push-notifications';
import { UnsubscribingController } from './unsubscribing.controller';
import { UnsubscribingService } from './unsubscribing.service';

/** Which events members are notified of, when and how, and the outcomes. */
@Feature({
  name: 'member-notifications',
  tables: {
    member_notifications: leftOut('members are notified of an event only by the installation where it happened', {
      expires: [{ key: 'workspace_id, id', condition: `finished_at < statement_timestamp() - interval '30 days'` }],
    }),
  },
  migrations: MEMBER_NOTIFICATIONS_MIGRATIONS,
})
@Module({
  imports: [
    AgentsModule,
    EmailModule,
    NotificationsModule,
    PreferencesModule,
    TypeOrmModule.forFeature([MemberNotification]),
    WorkspacesModule,
  ],
  controllers: [MemberNotificationsController, UnsubscribingController],
  providers: [
    MemberNotificationsRepository,
    MemberNotificationsService,
    NotificationDecisionsService,
    NotificationJobsRepository,
    NotificationLinks,
    NotificationMailWriter,
    NotificationMails,
    PushNotifications,
    UnsubscribingService,
  ],
  exports: [NotificationMailWriter],
})
export class MemberNotificationsModule {}
