import { Global, Module } from '@nestjs/common';
import { AgentsModule } from './agents/agents.module';
import { AgentsService } from './agents/agents.service';
import { AuditEntriesService } from './audit/audit-entries.service';
import { AuditModule } from './audit/audit.module';
import { AuditLog } from './common/audit/audit-log.port';
import { ContactsModule } from './contacts/contacts.module';
import { ContactsService } from './contacts/contacts.service';
import { OutboundContactsService } from './contacts/outbound-contacts.service';
import { EmailModule } from './email/email.module';
import { ServiceMails } from './email/inbound/service-mails.port';
import { MailRepliesService } from './email/replies/mail-replies.service';
import { ConversationContacts } from './inbox/conversations/contacts.port';
import { LiveRequests } from './inbox/conversations/live-requests.port';
import { OutboundContacts } from './inbox/outbound/outbound-contacts.port';
import { ReplyMailer } from './inbox/replies/reply-mail.port';
import { OpeningHours } from './inbox/saved-replies/opening-hours.port';
import { MemberNotificationsModule } from './notifications/notices/member-notifications.module';
import { NotificationMailWriter } from './notifications/notices/notification-mail-writer';
import { OpeningHoursService } from './sla/policies/opening-hours.service';
import { SlaModule } from './sla/sla.module';
import { LiveRequestsService } from './support/live-requests.service';
import { SupportModule } from './support/support.module';
import { AgentDirectory } from './workspaces/agents.port';

/**
 * Lets a feature ask questions of one that imports it. The asking feature declares an abstract class, which is bound
 * here to the service that answers. A feature that only reacts to a change subscribes to its event instead.
 */
@Global()
@Module({
  imports: [
    AgentsModule,
    AuditModule,
    ContactsModule,
    EmailModule,
    MemberNotificationsModule,
    SlaModule,
    SupportModule,
  ],
  providers: [
    { provide: AgentDirectory, useExisting: AgentsService },
    { provide: AuditLog, useExisting: AuditEntriesService },
    { provide: ConversationContacts, useExisting: ContactsService },
    { provide: LiveRequests, useExisting: LiveRequestsService },
    { provide: OpeningHours, useExisting: OpeningHoursService },
    { provide: OutboundContacts, useExisting: OutboundContactsService },
    { provide: ReplyMailer, useExisting: MailRepliesService },
    { provide: ServiceMails, useExisting: NotificationMailWriter },
  ],
  exports: [
    AgentDirectory,
    AuditLog,
    ConversationContacts,
    LiveRequests,
    OpeningHours,
    OutboundContacts,
    ReplyMailer,
    ServiceMails,
  ],
})
export class PortsModule {}
