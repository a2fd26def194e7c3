import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { newId } from '../database/uuid';
import { Seal } from '../secrets/seal';
import { isPlainAddress } from './email-address';
import { MailBudget, type MailKind } from './mail-budget';
import { MailOutboxRepository } from './mail-outbox.repository';
import { oneLine } from './one-line';

/** A plain-text mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Mail as a promise of the running transaction: it is sent if and only if that commits, by whichever process works in the
 * background. What waits is sealed, because mails carry single-use tokens, and erased once it is sent or given up.
 */
@Injectable()
export class MailOutbox {
  private readonly seal: Seal;

  constructor(
    private readonly repository: MailOutboxRepository,
    private readonly budget: MailBudget,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values.SECRET_KEY, 'mail');
  }

  /** One INSERT in the caller's transaction. Line breaks in the subject become spaces; `to` is exactly one address. */
  async enqueue({ to, subject, text }: Mail): Promise<void> {
    if (!isPlainAddress(to)) throw new Error('A mail goes to exactly one address');
    const mail: Mail = { to, subject: oneLine(subject), text };
    await this.repository.insert(newId(), this.seal.seal(JSON.stringify(mail)));
  }

  /** For what somebody has sent to somebody else: {@link enqueue} while the mailbox's budget lasts, else nothing. */
  async enqueueWithinBudget(kind: MailKind, mail: Mail): Promise<void> {
    if (await this.budget.allows(kind, mail.to)) await this.enqueue(mail);
    else await this.repository.insertFinished(newId());
  }

  /**
   * Costs what {@link enqueueWithinBudget} costs and sends nothing: for answers that must not tell by their duration
   * whether there was anybody to write to.
   */
  async enqueueNothing(kind: MailKind, to: string): Promise<void> {
    await this.budget.allows(kind, to);
    await this.repository.insertFinished(newId());
  }

  /** @throws where SECRET_KEY is another one than when the mail was enqueued */
  open(message: Buffer): Mail {
    return JSON.parse(this.seal.open(message)) as Mail;
  }
}
