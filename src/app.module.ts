import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { CapabilitiesModule } from './capabilities/capabilities.module';
import { CommonModule } from './common/common.module';
import { DatabaseModule } from './common/database/database.module';
import { MailModule } from './common/mail/mail.module';
import type { Settings } from './config/load-settings';
import { SettingsModule } from './config/settings.module';
import { CredentialsModule } from './credentials/credentials.module';
import { HealthModule } from './health/health.module';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { WorkspacesModule } from './workspaces/workspaces.module';

/** The whole service: settings, mechanisms, then one module for each feature. */
@Module({})
export class AppModule {
  static forRoot(settings: Settings, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        DatabaseModule.forRoot(databaseUrl),
        CommonModule,
        MailModule,
        AccountsModule,
        CredentialsModule,
        CapabilitiesModule,
        HealthModule,
        MaintenanceModule,
        WorkspacesModule,
      ],
    };
  }
}
