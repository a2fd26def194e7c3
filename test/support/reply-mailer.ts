import type { Delivery, DeliveryFailure } from '../../src/common/mail/delivery.types';
import { MailRepliesService } from '../../src/email/replies/mail-replies.service';
import type { OutgoingReply, ReplyAddress, ReplyMailer } from '../../src/inbox/replies/reply-mail.port';
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
  recipient: string | null = 'ann@example.com';
  behave: (reply: OutgoingReply, handingOver: () => Promise<void>) => Promise<Delivery> = async (
    _reply,
    handingOver,
  ) => {
    await handingOver();
    return SENT;
  };

  static of(parley: Parley): FakeReplyMailer {
    const mailer = new FakeReplyMailer();
    const methods: ReplyMailer = {
      address: () => mailer.address(),
      findRecipient: () => mailer.findRecipient(),
      count: () => mailer.count(),
      uncount: () => mailer.uncount(),
      send: (reply, handingOver) => mailer.send(reply, handingOver),
    };
    Object.assign(parley.get(MailRepliesService), methods);
    return mailer;
  }

  address(): Promise<ReplyAddress | null> {
    const { recipient } = this;
    const threading = { fromName: 'Help desk', replyTo: null, subject: 'Re: Weight', inReplyTo: null, references: [] };
    return Promise.resolve(recipient === null ? null : { recipient, ...threading });
  }

  findRecipient(): Promise<string | null> {
    return Promise.resolve(this.recipient);
  }

  /** The recipients are known. */
  count(): Promise<null> {
    return Promise.resolve(null);
  }

  uncount(): Promise<void> {
    return Promise.resolve();
  }

  async send(reply: OutgoingReply, handingOver: () => Promise<void>): Promise<Delivery> {
    this.received.push(reply);
    const delivery = await this.behave(reply, handingOver);
    if (delivery.outcome === 'sent') this.arrived.push(reply);
    return delivery;
  }
}
