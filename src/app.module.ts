import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { AgentsModule } from './agents/agents.module';
import { CapabilitiesModule } from './capabilities/capabilities.module';
import { ChatModule } from './chat/chat.module';
import { CommonModule } from './common/common.module';
import { DatabaseModule } from './common/database/database.module';
import { MailModule } from './common/mail/mail.module';
import { RedisModule } from './common/redis/redis.module';
import type { Settings } from './config/load-settings';
import { SettingsModule } from './config/settings.module';
import { ContactsModule } from './contacts/contacts.module';
import { CopilotModule } from './copilot/copilot.module';
import { CredentialsModule } from './credentials/credentials.module';
import { CreditsModule } from './credits/credits.module';
import { DomainsModule } from './domains/domains.module';
import { EmailModule } from './email/email.module';
import { ErasureModule } from './erasure/erasure.module';
import { RetentionModule } from './retention/retention.module';
import { HealthModule } from './health/health.module';
import { InboxModule } from './inbox/inbox.module';
import { KnowledgeModule } from './knowledge/knowledge.module';
import { KnowledgeTestsModule } from './knowledge/testing/knowledge-tests.module';
import { McpModule } from './mcp/mcp.module';
import { NotificationsModule } from './notifications/notifications.module';
import { MemberNotificationsModule } from './notifications/notices/member-notifications.module';
import { OAuthModule } from './oauth/oauth.module';
import { PreferencesModule } from './preferences/preferences.module';
import { SupportModule } from './support/support.module';
import { TracingModule } from './tracing/tracing.module';
import { VisitorPagesModule } from './visitor/pages/visitor-pages.module';
import { VisitorModule } from './visitor/visitor.module';
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
        RedisModule,
        CommonModule,
        MailModule,
        AccountsModule,
        CredentialsModule,
        PreferencesModule,
        CapabilitiesModule,
        HealthModule,
        TracingModule,
        WorkspacesModule,
        OAuthModule,
        AgentsModule,
        KnowledgeModule,
        InboxModule,
        ContactsModule,
        SupportModule,
        MemberNotificationsModule,
        ChatModule,
        KnowledgeTestsModule,
        CreditsModule,
        CopilotModule,
        EmailModule,
        DomainsModule,
        NotificationsModule,
        McpModule,
        ErasureModule,
        RetentionModule,
        VisitorModule,
        VisitorPagesModule,
      ],
    };
  }
}
