import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Mail } from '../../common/mail/mail-outbox';
import { MailAddressesService } from '../../email/addresses/mail-addresses.service';
import { ServiceMailsPort } from '../../email/inbound/service-mails.port';
import { NotificationDecisionsService } from './notification-decisions.service';
import { NotificationJobsRepository } from './notification-jobs.repository';
import { NotificationLinks } from './notification-links';
import { notificationMail } from './notification-mail';

/** As the outbox knows them. */
export const NOTIFICATION_MAILS = 'member-notifications';

/**
 * Writes the mails that tell of notifications, at the moment at which they are sent: of what is still to be told. Each has an
 * address of its own for reports, so that what comes back is known not to have been told.
 */
@Injectable()
export class NotificationMailWriter {
  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly decisions: NotificationDecisionsService,
    private readonly links: NotificationLinks,
    private readonly addresses: MailAddressesService,
    private readonly work: UnitOfWork,
    port: ServiceMailsPort,
  ) {
    port.provide({ bounced: (mailId) => this.jobs.bounceMail(mailId) });
  }

  /** Null: there is nothing to tell any more. */
  write(mailId: string): Promise<Mail | null> {
    return this.work.run(async () => {
      const facts = await this.jobs.listLockedFactsOfMail(mailId);
      const mail = notificationMail(await this.decisions.decide(facts), this.links);
      const bounceTo = this.addresses.bounceAddress(mailId);
      return mail && { ...mail, ...(bounceTo !== null && { bounceTo }) };
    });
  }
}
