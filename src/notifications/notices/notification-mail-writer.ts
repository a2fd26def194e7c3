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

/** The name of these mails in the outbox. */
export const NOTIFICATION_MAILS = 'member-notifications';

/**
 * Writes notification mails at the moment of sending, with the notifications that are still due. Each mail has its own
 * address for delivery reports, so that a bounce can be matched with its notifications.
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

  /** Null: no notifications are due any more. */
  write(mailId: string): Promise<Mail | null> {
    return this.work.run(async () => {
      const facts = await this.jobs.listLockedFactsOfMail(mailId);
      const due = await this.decisions.decide(facts);
      const mail = notificationMail(due, this.links);
      if (mail && (await this.waits(mail.to, due))) return null;
      const bounceTo = this.addresses.bounceAddress(mailId);
      return mail && { ...mail, ...(bounceTo !== null && { bounceTo }) };
    });
  }

  /**
   * An agent can name any address. If the address has reached its daily limit, the notifications wait and go into one
   * later mail.
   */
  private async waits(address: string, due: readonly NotificationFacts[]): Promise<boolean> {
    const [first] = due;
    if (!first || first.memberId !== null) return false;
    const { workspaceId, now } = first;
    const { planId } = await this.workspaces.get(workspaceId);
    const refused = await this.recipients.refusal({ workspaceId, planId }, address);
    if (!refused) return false;
    const until = new Date(now.getTime() + refused.retryAfterSeconds * 1_000);
    await this.jobs.updateWithheld(due.map(({ id }) => ({ workspaceId, id, reason: null, until, wasPushed: false })));
    return true;
  }
}
