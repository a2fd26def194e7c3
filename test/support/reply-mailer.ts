import type { Delivery, DeliveryFailure } from '../../src/common/mail/delivery.types';
import { MailRepliesService } from '../../src/email/replies/mail-replies.service';
import type {
  AddressedReply,
  OutgoingCopy,
  OutgoingReply,
  ReplyMailer,
  ReplyToAll,
  ReplyWish,
} from '../../src/inbox/replies/reply-mail.port';
import { recipientsOf } from '../../src/inbox/replies/recipients';
import type { Parley } from './parley';

export const SENT: Delivery = { outcome: 'sent', serverMessageId: null };
export const REFUSED: DeliveryFailure = {
  class: 'refused',
  smtpCode: 550,
  enhancedCode: '5.1.1',
  text: 'No such mailbox',
};

/** Stands in for the mail server of replies: does with each what the test says, and keeps what it was given. */
export class FakeReplyMailer implements ReplyMailer {
  readonly received: OutgoingReply[] = [];
  /** What the customer has of it. */
  readonly arrived: OutgoingReply[] = [];
  /** The same, by person. */
  readonly copies: { messageId: string; address: string }[] = [];
  recipient: string | null = 'ann@example.com';
  behave: (reply: OutgoingReply, handingOver: () => Promise<void>, copy: OutgoingCopy) => Promise<Delivery> = async (
    _reply,
    handingOver,
  ) => {
    await handingOver();
    return SENT;
  };

  static of(parley: Parley): FakeReplyMailer {
    const mailer = new FakeReplyMailer();
    const methods: ReplyMailer = {
      address: (scope, id, wish) => mailer.address(scope, id, wish),
      begin: (scope, id, wish) => mailer.begin(scope, id, wish),
      findReplyToAll: () => mailer.findReplyToAll(),
      withoutTokens: (text) => text,
      countAll: (scope, recipients) => mailer.countAll(scope, recipients),
      findRecipient: () => mailer.findRecipient(),
      count: () => mailer.count(),
      uncount: () => mailer.uncount(),
      send: (reply, copy, handingOver) => mailer.send(reply, copy, handingOver),
    };
    Object.assign(parley.get(MailRepliesService), methods);
    return mailer;
  }

  address(_scope?: unknown, _conversationId?: string, wish: ReplyWish = {}): Promise<AddressedReply | null> {
    const [first, ...others] = recipientsOf({
      ...wish,
      to: wish.to ?? (this.recipient === null ? [] : [this.recipient]),
    });
    const threading = { fromName: 'Help desk', replyTo: null, subject: 'Re: Weight', inReplyTo: null, references: [] };
    return Promise.resolve(first ? { address: { recipient: first.address, ...threading }, others } : null);
  }

  async begin(scope: unknown, conversationId: string, wish: ReplyWish): Promise<AddressedReply> {
    return (await this.address(scope, conversationId, wish))!;
  }

  findReplyToAll(): Promise<ReplyToAll> {
    const from = { name: 'Help desk', address: 'parley@localhost' };
    return Promise.resolve({ to: this.recipient === null ? [] : [this.recipient], cc: [], from });
  }

  findRecipient(): Promise<string | null> {
    return Promise.resolve(this.recipient);
  }

  /** The recipients are known. */
  count(): Promise<null> {
    return Promise.resolve(null);
  }

  countAll(_scope: unknown, recipients: readonly string[]): Promise<null[]> {
    return Promise.resolve(recipients.map(() => null));
  }

  withoutTokens(text: string): string {
    return text;
  }

  uncount(): Promise<void> {
    return Promise.resolve();
  }

  async send(reply: OutgoingReply, copy: OutgoingCopy, handingOver: () => Promise<void>): Promise<Delivery> {
    this.received.push(reply);
    const delivery = await this.behave(reply, handingOver, copy);
    if (delivery.outcome !== 'sent') return delivery;
    this.arrived.push(reply);
    this.copies.push({ messageId: reply.messageId, address: copy.address });
    return delivery;
  }
}
