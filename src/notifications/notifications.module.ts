import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NOTIFICATIONS_MIGRATIONS } from '../../migrations/notifications';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { NOTIFICATIONS_TABLES } from './notifications.tables';
import { PreferencesModule } from '../preferences/preferences.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { NotificationDevicePath } from './devices/notification-device-path';
import { NotificationDevicesController } from './devices/notification-devices.controller';
import { NotificationDevicesService } from './devices/notification-devices.service';
import { MemberSummariesController } from './settings/member-summaries.controller';
import { MemberSummariesService } from './settings/member-summaries.service';
import { NotificationSettingsController } from './settings/notification-settings.controller';
import { NotificationDevice } from './devices/notification-device.entity';
import { NotificationDevicesRepository } from './devices/notification-devices.repository';
import { SealedSubscriptions } from './devices/sealed-subscriptions';
import { MemberPush } from './push/member-push';
import { PushClient } from './push/push-client';
import { PushDelivery } from './push/push-delivery';
import { PushKey } from './push/push-key.entity';
import { PushKeysRepository } from './push/push-keys.repository';
import { PushKeysService } from './push/push-keys.service';
import { SenderProofs } from './push/sender-proofs';
import { MailHealthRepository } from './settings/mail-health.repository';
import { NotificationOptOut } from './settings/notification-opt-out.entity';
import { NotificationSettings } from './settings/notification-settings.entity';
import { NotificationSettingsRepository } from './settings/notification-settings.repository';
import { NotificationSettingsService } from './settings/notification-settings.service';
import { OptOutsRepository } from './settings/opt-outs.repository';

/** How members are notified: their devices and their notification settings. */
@Feature({ name: 'notifications', tables: NOTIFICATIONS_TABLES, migrations: NOTIFICATIONS_MIGRATIONS })
@Module({
  imports: [
    AgentsModule,
    PreferencesModule,
    WorkspacesModule,
    TypeOrmModule.forFeature([NotificationDevice, NotificationOptOut, NotificationSettings, PushKey]),
  ],
  controllers: [NotificationDevicesController, NotificationSettingsController, MemberSummariesController],
  providers: [
    MailHealthRepository,
    MemberPush,
    MemberSummariesService,
    NotificationDevicePath,
    NotificationDevicesRepository,
    NotificationDevicesService,
    NotificationSettingsRepository,
    NotificationSettingsService,
    OptOutsRepository,
    PushClient,
    PushDelivery,
    PushKeysRepository,
    PushKeysService,
    SealedSubscriptions,
    SenderProofs,
  ],
  exports: [MemberPush, NotificationSettingsService, OptOutsRepository],
})
export class NotificationsModule {}
