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

  private mailbox(email: string): Buffer {
    return this.seal.fingerprint(mailboxOf(email));
  }
}
