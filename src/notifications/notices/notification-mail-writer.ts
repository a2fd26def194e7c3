import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Mail } from '../../common/mail/mail-outbox';
import { MailAddressesService } from '../../email/addresses/mail-addresses.service';
import type { ServiceMails } from '../../email/inbound/service-mails.port';
import { MailRecipientsService } from '../../email/recipients/mail-recipients.service';
import { WorkspacesService } from '../../workspaces/workspaces.service';
import { NotificationDecisionsService } from './notification-decisions.service';
import { NotificationJobsRepository } from './notification-jobs.repository';
import { NotificationLinks } from './notification-links';
import { notificationMail } from './notification-mail';
import type { NotificationFacts } from './notification-verdict';

/** As the outbox knows them. */
export const NOTIFICATION_MAILS = 'member-notifications';

/**
 * Writes the mails that tell of notifications, at the moment at which they are sent: of what is still to be told. Each has an
 * address of its own for reports, so that what comes back is known not to have been told.
 */
@Injectable()
export class NotificationMailWriter implements ServiceMails {
  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly decisions: NotificationDecisionsService,
    private readonly links: NotificationLinks,
    private readonly addresses: MailAddressesService,
    private readonly recipients: MailRecipientsService,
    private readonly workspaces: WorkspacesService,
    private readonly work: UnitOfWork,
  ) {}

  bounced(mailId: string): Promise<boolean> {
    return this.jobs.bounceMail(mailId);
  }

  /** Null: there is nothing to tell any more. */
  write(mailId: string): Promise<Mail | null> {
    return this.work.run(async () => {
      const facts = await this.jobs.listLockedFactsOfMail(mailId);
      const told = await this.decisions.decide(facts);
      const mail = notificationMail(told, this.links);
      if (mail && (await this.waits(mail.to, told))) return null;
      const bounceTo = this.addresses.bounceAddress(mailId);
      return mail && { ...mail, ...(bounceTo !== null && { bounceTo }) };
    });
  }

  /** An agent may name any address. What it gets too much of in a day waits for the next one, and is one mail then. */
  private async waits(address: string, told: readonly NotificationFacts[]): Promise<boolean> {
    const [first] = told;
    if (!first || first.memberId !== null) return false;
    const { workspaceId, now } = first;
    const { planId } = await this.workspaces.get(workspaceId);
    const refused = await this.recipients.refusal({ workspaceId, planId }, address);
    if (!refused) return false;
    const until = new Date(now.getTime() + refused.retryAfterSeconds * 1_000);
    await this.jobs.updateNotTold(told.map(({ id }) => ({ workspaceId, id, reason: null, until, wasPushed: false })));
    return true;
  }
}
