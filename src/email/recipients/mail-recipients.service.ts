import { Injectable } from '@nestjs/common';
import { Erasers } from '../../common/erasure/erasers';
import type { Erasure } from '../../common/erasure/erasure.types';
import { normalEmail } from '../../common/mail/email-address';
import { mailboxOf } from '../../common/mail/mailbox';
import type { WorkspaceScope } from '../../common/request/principal';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { PlansService } from '../../workspaces/plans/plans.service';
import type { RefusedMail } from './mail-recipient.types';
import { MailLimitReached } from './mail-recipients.errors';
import { type CountedMail, MailRecipientsRepository } from './mail-recipients.repository';

type Sender = Pick<WorkspaceScope, 'workspaceId' | 'planId'>;

/**
 * Limits the emails of a workspace to unverified addresses, because anyone can forge an email that a reply answers, or enter any address
 * in a chat. The plan has a daily limit for each unverified address and for all of them together. Every method joins the caller's
 * transaction, so that only sent emails count. Counts are locked before an agent's counters.
 */
@Injectable()
export class MailRecipientsService {
  private readonly seal: Seal;

  constructor(
    private readonly recipients: MailRecipientsRepository,
    private readonly plans: PlansService,
    { values }: Settings,
    erasers: Erasers,
  ) {
    this.seal = new Seal(values, 'mail-recipient');
    erasers.register({ step: 'traces', erase: (erasure) => this.forget(erasure) });
  }

  /**
   * @returns the day of the count, for {@link uncount}; null if the address is verified
   * @throws MailLimitReached 429
   */
  async count(sender: Sender, email: string): Promise<string | null> {
    const { counted, refused } = await this.counted(sender, email);
    if (refused) throw new MailLimitReached(refused);
    return counted?.day ?? null;
  }

  /** Like {@link count}, but returns the refusal, so that the transaction can continue. A refused email is not counted. */
  async refusal(sender: Sender, email: string): Promise<RefusedMail | null> {
    const { counted, refused } = await this.counted(sender, email);
    if (counted && refused) await this.uncount(sender.workspaceId, email, counted.day);
    return refused;
  }

  /** Takes back the count of an email that was never sent. */
  async uncount(workspaceId: string, email: string, day: string): Promise<void> {
    await this.recipients.uncount(workspaceId, this.mailbox(email), day);
  }

  /**
   * Like {@link count}, for an email to several recipients, each of whom counts.
   *
   * @returns the day of each count, in the order of the addresses
   * @throws MailLimitReached 429
   */
  async countAll({ workspaceId, planId }: Sender, emails: readonly string[]): Promise<(string | null)[]> {
    const perRecipient = this.plans.limit(planId, 'dailyUnverifiedMailsPerRecipient');
    const inAll = this.plans.limit(planId, 'dailyUnverifiedMails');
    if (perRecipient === null && inAll === null) return emails.map(() => null);
    const days = new Map<string, string>();
    let most = 0;
    for (const { email, mailbox } of this.inOrder(emails)) {
      const known = this.seal.fingerprints(normalEmail(email));
      const counted = await this.recipients.countRecipient(workspaceId, known, mailbox);
      if (counted) days.set(email, counted.day);
      most = Math.max(most, counted?.toRecipient ?? 0);
    }
    if (days.size > 0) {
      const { toAll, resetSeconds: retryAfterSeconds } = await this.recipients.countInWorkspace(workspaceId, days.size);
      if (perRecipient !== null && most > perRecipient) {
        const limit = 'dailyUnverifiedMailsPerRecipient';
        throw new MailLimitReached({ limit, max: perRecipient, retryAfterSeconds });
      }
      if (inAll !== null && toAll > inAll) {
        throw new MailLimitReached({ limit: 'dailyUnverifiedMails', max: inAll, retryAfterSeconds });
      }
    }
    return emails.map((email) => days.get(email) ?? null);
  }

  /** Takes back the counts of emails of one message that were never sent. */
  async uncountAll(workspaceId: string, counted: readonly { address: string; day: string }[]): Promise<void> {
    const taken = new Map<string, number>();
    const dayOf = new Map(counted.map(({ address, day }) => [address, day]));
    for (const { email, mailbox } of this.inOrder([...dayOf.keys()])) {
      const day = dayOf.get(email)!;
      const isTaken = await this.recipients.uncountRecipient(workspaceId, mailbox, day);
      if (isTaken) taken.set(day, (taken.get(day) ?? 0) + 1);
    }
    for (const [day, mails] of taken) await this.recipients.uncountInWorkspace(workspaceId, day, mails);
  }

  /** Verifies an address after the domain has confirmed its email. */
  async verify(workspaceId: string, address: string): Promise<void> {
    await this.recipients.verify(workspaceId, this.seal.fingerprint(normalEmail(address)));
  }

  /**
   * Verifies an address after an email from it to the secret address of the conversation, if no other address has received that secret.
   * Otherwise another recipient could have forged the sender.
   */
  async verifyByAnswer(workspaceId: string, conversationId: string, address: string): Promise<void> {
    const addresses = this.seal.fingerprints(normalEmail(address));
    await this.recipients.verifyByAnswer(workspaceId, conversationId, addresses);
  }

  /** Records that an email to the address contains the address of the conversation. */
  async addConversationRecipient(workspaceId: string, conversationId: string, address: string): Promise<void> {
    const hash = this.seal.fingerprint(normalEmail(address));
    await this.recipients.addConversationRecipient(workspaceId, conversationId, hash);
  }

  private async forget({ workspaceId, addresses }: Erasure): Promise<void> {
    const hashes = addresses.flatMap((address) => this.seal.fingerprints(normalEmail(address)));
    if (hashes.length > 0) await this.recipients.forget(workspaceId, hashes);
  }

  private async counted(
    { workspaceId, planId }: Sender,
    email: string,
  ): Promise<{ counted: CountedMail | null; refused: RefusedMail | null }> {
    const perRecipient = this.plans.limit(planId, 'dailyUnverifiedMailsPerRecipient');
    const inAll = this.plans.limit(planId, 'dailyUnverifiedMails');
    if (perRecipient === null && inAll === null) return { counted: null, refused: null };
    // Compare addresses, because two people can share a mailbox key.
    const known = this.seal.fingerprints(normalEmail(email));
    const counted = await this.recipients.count(workspaceId, known, this.mailbox(email));
    if (!counted) return { counted, refused: null };
    const { toRecipient, toAll, resetSeconds: retryAfterSeconds } = counted;
    if (perRecipient !== null && toRecipient > perRecipient) {
      return { counted, refused: { limit: 'dailyUnverifiedMailsPerRecipient', max: perRecipient, retryAfterSeconds } };
    }
    if (inAll !== null && toAll > inAll) {
      return { counted, refused: { limit: 'dailyUnverifiedMails', max: inAll, retryAfterSeconds } };
    }
    return { counted, refused: null };
  }

  /** In the order in which all counts of recipients are locked. */
  private inOrder(emails: readonly string[]): { email: string; mailbox: Buffer }[] {
    return emails
      .map((email) => ({ email, mailbox: this.mailbox(email) }))
      .sort((a, b) => Buffer.compare(a.mailbox, b.mailbox));
  }

  private mailbox(email: string): Buffer {
    return this.seal.fingerprint(mailboxOf(email));
  }
}
