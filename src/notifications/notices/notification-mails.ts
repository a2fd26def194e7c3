import { Injectable } from '@nestjs/common';
import { newId } from '../../common/database/uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { MailOutbox } from '../../common/mail/mail-outbox';
import { NotificationJobsRepository } from './notification-jobs.repository';
import { NotificationMailWriter, NOTIFICATION_MAILS } from './notification-mail-writer';

/**
 * Gathers the notifications of a recipient into one mail, at most one every few minutes. {@link NotificationMailWriter}
 * writes the mail when it is sent; the notifications get the outcome of the mail.
 */
@Injectable()
export class NotificationMails implements BackgroundTask {
  readonly name = 'notification-mails';
  readonly idleMs = 1_000;
  readonly isDue: string;

  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly outbox: MailOutbox,
    private readonly work: UnitOfWork,
    writer: NotificationMailWriter,
    runner: BackgroundRunner,
  ) {
    this.isDue = jobs.isAnyMailDue;
    outbox.register(NOTIFICATION_MAILS, (mailId) => writer.write(mailId));
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const settled = await this.jobs.settleMails();
    return (await this.gather()) || settled > 0;
  }

  private gather(): Promise<boolean> {
    return this.work.run(async () => {
      const recipient = await this.jobs.findLockedRecipient();
      if (!recipient) return false;
      const mailId = newId();
      if (await this.jobs.gather(recipient, mailId)) {
        await this.outbox.enqueueUnwritten(NOTIFICATION_MAILS, mailId, recipient.workspaceId);
      }
      return true;
    });
  }
}
