import type { Type } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { AgentsModule } from './agents/agents.module';
import { AuditModule } from './audit/audit.module';
import { CapabilitiesModule } from './capabilities/capabilities.module';
import { ChatModule } from './chat/chat.module';
import { CommonModule } from './common/common.module';
import { FeatureCatalog } from './common/feature/feature-catalog';
import type { Installation } from './common/feature/installation';
import { modulesOutside } from './common/feature/outside-modules';
import { MailModule } from './common/mail/mail.module';
import { InvalidSettings, loadSettings } from './config/load-settings';
import { itemsOf } from './config/setting';
import { ConsoleModule } from './console/console.module';
import { ContactsModule } from './contacts/contacts.module';
import { CopilotModule } from './copilot/copilot.module';
import { CredentialsModule } from './credentials/credentials.module';
import { CreditsModule } from './credits/credits.module';
import { DomainsModule } from './domains/domains.module';
import { EmailModule } from './email/email.module';
import { ErasureModule } from './erasure/erasure.module';
import { EventsLogModule } from './events/events-log.module';
import { FilesModule } from './files/files.module';
import { HealthModule } from './health/health.module';
import { InboxModule } from './inbox/inbox.module';
import { KnowledgeGapsModule } from './knowledge-gaps/knowledge-gaps.module';
import { SourcesModule } from './sources/sources.module';
import { KnowledgeTestsModule } from './knowledge-tests/knowledge-tests.module';
import { McpModule } from './mcp/mcp.module';
import { ModelSettingsModule } from './model-settings/model-settings.module';
import { MemberNotificationsModule } from './notifications/notices/member-notifications.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OAuthModule } from './oauth/oauth.module';
import { PreferencesModule } from './preferences/preferences.module';
import { RetentionModule } from './retention/retention.module';
import { SlaModule } from './sla/sla.module';
import { TokenUsageModule } from './token-usage/token-usage.module';
import { TracingModule } from './tracing/tracing.module';
import { VisitorPagesModule } from './visitor/pages/visitor-pages.module';
import { VisitorModule } from './visitor/visitor.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { WorkspacesModule } from './workspaces/workspaces.module';

/** The built-in features. Of migrations with the same timestamp, those of the earlier feature run first. */
export const FEATURES: readonly Type[] = [
  CommonModule,
  MailModule,
  EventsLogModule,
  AccountsModule,
  CredentialsModule,
  PreferencesModule,
  CapabilitiesModule,
  HealthModule,
  TracingModule,
  WorkspacesModule,
  OAuthModule,
  AgentsModule,
  ModelSettingsModule,
  TokenUsageModule,
  SourcesModule,
  KnowledgeGapsModule,
  FilesModule,
  InboxModule,
  ContactsModule,
  SlaModule,
  NotificationsModule,
  MemberNotificationsModule,
  ChatModule,
  KnowledgeTestsModule,
  CreditsModule,
  CopilotModule,
  EmailModule,
  DomainsModule,
  McpModule,
  ErasureModule,
  RetentionModule,
  AuditModule,
  VisitorModule,
  VisitorPagesModule,
  ConsoleModule,
  WebhooksModule,
];

/** The features of a process without PARLEY_FEATURES. */
export const BUILT_IN = new FeatureCatalog(FEATURES);

/**
 * The settings of a process and its features: the built-in ones, those of PARLEY_FEATURES, and the modules in `more`.
 *
 * @throws InvalidSettings with every problem at once
 */
export function loadInstallation(environment: NodeJS.ProcessEnv, more: readonly Type[] = []): Installation {
  const problems: string[] = [];
  const features = allFeatures(environment, more, problems);
  try {
    const settings = loadSettings(environment, features.settings);
    if (problems.length === 0) return { settings, features };
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    problems.push(...error.problems);
  }
  throw new InvalidSettings(problems);
}

function allFeatures(environment: NodeJS.ProcessEnv, more: readonly Type[], problems: string[]): FeatureCatalog {
  try {
    const modules = [...new Set([...modulesOutside(itemsOf(environment['PARLEY_FEATURES'] ?? '')), ...more])];
    return modules.length === 0 ? BUILT_IN : new FeatureCatalog(FEATURES, modules);
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    problems.push(...error.problems);
    return BUILT_IN;
  }
}
