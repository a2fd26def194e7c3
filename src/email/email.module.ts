import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EMAIL_MIGRATIONS } from '../../migrations/email';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { EMAIL_TABLES } from './email.tables';
import { ContactsModule } from '../contacts/contacts.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { FilesModule } from '../files/files.module';
import { InboxNotesModule } from '../inbox/notes/inbox-notes.module';
import { RepliesModule } from '../inbox/replies/replies.module';
import { SupportModule } from '../support/support.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AcceptedMailSender } from './accepted/accepted-mail-sender.entity';
import { AcceptedMailSenderPath } from './accepted/accepted-mail-sender-path';
import { AcceptedMailSendersController } from './accepted/accepted-mail-senders.controller';
import { AcceptedMailSendersRepository } from './accepted/accepted-mail-senders.repository';
import { AcceptedMailSendersService } from './accepted/accepted-mail-senders.service';
import { AgentMailAddressController } from './addresses/agent-mail-address.controller';
import { AgentMailAddressService } from './addresses/agent-mail-address.service';
import { AgentMailSettings } from './addresses/agent-mail-settings.entity';
import { AgentMailSettingsRepository } from './addresses/agent-mail-settings.repository';
import { MailAddressesService } from './addresses/mail-addresses.service';
import { OurAddresses } from './addresses/our-addresses';
import { InboundMail } from './inbound/inbound-mail.entity';
import { InboundMailController } from './inbound/inbound-mail.controller';
import { InboundMailWork } from './inbound/inbound-mail-work';
import { InboundMailsRepository } from './inbound/inbound-mails.repository';
import { InboundMailsService } from './inbound/inbound-mails.service';
import { InboundMailEvent } from './inbound/vendors/inbound-mail-event.entity';
import { FormMailService } from './inbound/vendors/form-mail.service';
import { MailEventsRepository } from './inbound/vendors/mail-events.repository';
import { MailTokensRepository } from './inbound/vendors/mail-tokens.repository';
import { PostmarkMailService } from './inbound/vendors/postmark-mail.service';
import { RailsMailService } from './inbound/vendors/rails-mail.service';
import { ResendFetching } from './inbound/vendors/resend-fetching';
import { ResendMailService } from './inbound/vendors/resend-mail.service';
import { ResendServer } from './inbound/vendors/resend-server';
import { SesMailService } from './inbound/vendors/ses-mail.service';
import { SesObjects } from './inbound/vendors/ses-objects';
import { SnsCertificates } from './inbound/vendors/sns-certificates';
import { VendorIntake } from './inbound/vendors/vendor-intake';
import { VendorMailController } from './inbound/vendors/vendor-mail.controller';
import { MailFilingService } from './inbound/mail-filing.service';
import { MailForwards } from './inbound/mail-forwards.service';
import { MailIntakeService } from './inbound/mail-intake.service';
import { MailJobsRepository } from './inbound/mail-jobs.repository';
import { MailReportsService } from './inbound/mail-reports.service';
import { MailRoutingService } from './inbound/mail-routing.service';
import { MailThreadingService } from './inbound/mail-threading.service';
import { MailWriters } from './inbound/mail-writers.service';
import { ServiceMailReports } from './inbound/service-mail-reports';
import { MailRecipientsRepository } from './recipients/mail-recipients.repository';
import { MailRecipientsService } from './recipients/mail-recipients.service';
import { MailRepliesService } from './replies/mail-replies.service';
import { QuarantineController } from './quarantine/quarantine.controller';
import { QuarantineOperatorService } from './quarantine/quarantine-operator.service';
import { QuarantineRepository } from './quarantine/quarantine.repository';
import { QuarantineService } from './quarantine/quarantine.service';
import { QuarantinedMailPath } from './quarantine/quarantined-mail-path';
import { RawMailsController } from './raw/raw-mails.controller';
import { RawMailsRepository } from './raw/raw-mails.repository';
import { RawMailsService } from './raw/raw-mails.service';
import { MailTestPath } from './tests/mail-test-path';
import { MailTestsController } from './tests/mail-tests.controller';
import { MailTestsService } from './tests/mail-tests.service';
import { MailThreadsRepository } from './threads/mail-threads.repository';
import { MailThreadsService } from './threads/mail-threads.service';
import { MessageMail } from './threads/message-mail.entity';

/** Conversations by email: incoming and outgoing email. */
@Feature({
  name: 'email',
  tables: EMAIL_TABLES,
  migrations: EMAIL_MIGRATIONS,
})
@Module({
  imports: [
    TypeOrmModule.forFeature([AcceptedMailSender, AgentMailSettings, InboundMail, InboundMailEvent, MessageMail]),
    AgentsModule,
    ContactsModule,
    ConversationsModule,
    FilesModule,
    InboxNotesModule,
    RepliesModule,
    SupportModule,
    WorkspacesModule,
  ],
  controllers: [
    AcceptedMailSendersController,
    AgentMailAddressController,
    InboundMailController,
    QuarantineController,
    MailTestsController,
    RawMailsController,
    VendorMailController,
  ],
  providers: [
    AcceptedMailSenderPath,
    AcceptedMailSendersRepository,
    AcceptedMailSendersService,
    AgentMailAddressService,
    AgentMailSettingsRepository,
    FormMailService,
    InboundMailWork,
    InboundMailsRepository,
    InboundMailsService,
    MailAddressesService,
    MailEventsRepository,
    MailFilingService,
    MailForwards,
    MailIntakeService,
    MailJobsRepository,
    MailRecipientsRepository,
    MailRecipientsService,
    MailRepliesService,
    MailReportsService,
    MailRoutingService,
    MailTestPath,
    MailTestsService,
    MailThreadingService,
    MailThreadsRepository,
    MailThreadsService,
    MailWriters,
    MailTokensRepository,
    OurAddresses,
    PostmarkMailService,
    QuarantineOperatorService,
    QuarantineRepository,
    QuarantineService,
    QuarantinedMailPath,
    RawMailsRepository,
    RawMailsService,
    RailsMailService,
    ResendFetching,
    ResendMailService,
    ResendServer,
    ServiceMailReports,
    SesMailService,
    SesObjects,
    SnsCertificates,
    VendorIntake,
  ],
  exports: [InboundMailsService, MailAddressesService, MailRecipientsService, MailRepliesService],
})
export class EmailModule {}
