import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { newId } from '../database/uuid';
import { Seal } from '../secrets/seal';
import { isPlainAddress } from './email-address';
import { MailOutboxRepository } from './mail-outbox.repository';

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

  /**
   * Costs what {@link enqueue} costs and sends nothing: for answers that must not tell by their duration whether there
   * was anybody to write to.
   */
  async enqueueNothing(): Promise<void> {
    await this.repository.insertFinished(newId());
  }

  /** @throws where SECRET_KEY is another one than when the mail was enqueued */
  open(message: Buffer): Mail {
    return JSON.parse(this.seal.open(message)) as Mail;
  }
}

/** A header ends at a line break; without one, nobody's text can begin another header (RFC 5322 §2.2). */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
