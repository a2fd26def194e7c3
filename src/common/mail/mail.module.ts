import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MAIL_MIGRATIONS } from '../../../migrations/mail';
import { Feature } from '../feature/feature.decorator';
import { ofInstallation } from '../feature/table-policy';
import { Settings } from '../../config/load-settings';
import { FileTransport, mailFolder } from './file-transport';
import { MailBudget } from './mail-budget';
import { MailDelivery } from './mail-delivery';
import { MailOutbox } from './mail-outbox';
import { MailOutboxRepository } from './mail-outbox.repository';
import { MailTransport } from './mail-transport';
import { OutboxMail } from './outbox-mail.entity';
import { SmtpTransport } from './smtp-transport';

/** Emails of the service itself (verification, password reset, invitations), and the transport of all emails. */
@Global()
@Feature({
  name: 'mail',
  tables: {
    mail_outbox: ofInstallation({
      sealed: [{ column: 'message', purpose: 'mail' }],
      expires: [{ key: 'id', condition: `finished_at < now() - interval '7 days'` }],
    }),
  },
  migrations: MAIL_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([OutboxMail])],
  providers: [
    MailBudget,
    MailOutbox,
    MailOutboxRepository,
    MailDelivery,
    {
      provide: MailTransport,
      inject: [Settings],
      useFactory: ({ values }: Settings): MailTransport =>
        values.SMTP_URL ? new SmtpTransport(values.SMTP_URL) : new FileTransport(mailFolder(values.DATA_DIR)),
    },
  ],
  exports: [MailBudget, MailOutbox, MailTransport],
})
export class MailModule {}
