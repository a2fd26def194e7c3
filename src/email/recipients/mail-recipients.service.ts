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
 * How much mail a workspace sends to addresses of its choosing: anybody can forge the mail that a reply answers, and type any
 * address into a chat. Until an address is verified, the plan bounds what it and all such addresses get in a day. Every method
 * joins the caller's transaction, so that what was not sent was not counted. Counts are locked before an agent's counters.
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
   * @returns the day that it was counted on, for {@link uncount}; null: it needed no counting
   * @throws MailLimitReached 429
   */
  async count(sender: Sender, email: string): Promise<string | null> {
    const { counted, refused } = await this.counted(sender, email);
    if (refused) throw new MailLimitReached(refused);
    return counted?.day ?? null;
  }

  /** The same for who has a transaction to go on with: a mail that is refused is not counted. */
  async refusal(sender: Sender, email: string): Promise<RefusedMail | null> {
    const { counted, refused } = await this.counted(sender, email);
    if (counted && refused) await this.uncount(sender.workspaceId, email, counted.day);
    return refused;
  }

  /** A mail that was counted was never sent. */
  async uncount(workspaceId: string, email: string, day: string): Promise<void> {
    await this.recipients.uncount(workspaceId, this.mailbox(email), day);
  }

  /** The domain of the address says that it has written. */
  async verify(workspaceId: string, address: string): Promise<void> {
    await this.recipients.verify(workspaceId, this.seal.fingerprint(normalEmail(address)));
  }

  /**
   * A mail from the address came to that of the conversation, which is a secret: where nobody else was sent that, the address has
   * received it. Whoever reads the mails of another address may forge the sender.
   */
  async verifyByAnswer(workspaceId: string, conversationId: string, address: string): Promise<void> {
    const addresses = this.seal.fingerprints(normalEmail(address));
    await this.recipients.verifyByAnswer(workspaceId, conversationId, addresses);
  }

  /** A mail to the address says where answers to the conversation go. */
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
    // By the address, since two people may share what counts as one mailbox.
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
