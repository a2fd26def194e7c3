import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { newId } from '../database/uuid';
import { NO_WORKSPACE } from '../jobs/turns';
import { noteConsequence } from '../logging/request-consequences';
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
  /** Where a program tells that the reader wants no more of these (RFC 8058): an address that needs no login. */
  unsubscribe?: string;
  /** Where mail servers report that they could not deliver it; absent: to MAIL_FROM. */
  bounceTo?: string;
  /** Of a mail that belongs to a conversation. */
  thread?: MailThreadHeaders;
}

/** Who writes, and what answers go by. */
export interface MailThreadHeaders {
  fromName: string;
  replyTo: string | null;
  /** Message-IDs with their angle brackets. */
  inReplyTo: string | null;
  references: string[];
}

/**
 * Writes mails at the moment at which they are sent, each time an attempt begins: for what may not be true any more by then, and
 * must not wait in a queue. Null: there is nothing to say any more, and the mail goes from the outbox. An error is an attempt that
 * has failed.
 */
export type MailWriter = (mailId: string) => Promise<Mail | null>;

/**
 * Mail as a promise of the running transaction: it is sent if and only if that commits, by whichever process works in the
 * background. What waits is sealed, because mails carry single-use tokens, and erased once it is sent or given up.
 */
@Injectable()
export class MailOutbox {
  private readonly seal: Seal;
  private readonly writers = new Map<string, MailWriter>();

  constructor(
    private readonly repository: MailOutboxRepository,
    private readonly budget: MailBudget,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'mail');
  }

  /**
   * Returns its id. One INSERT in the caller's transaction. Line breaks in the subject become spaces; `to` is exactly one address.
   * `turnOf`: the workspace that it is sent for, whose others it waits with.
   */
  async enqueue({
    about = null,
    turnOf = NO_WORKSPACE,
    ...mail
  }: Mail & { about?: string | null; turnOf?: string }): Promise<string> {
    if (!isPlainAddress(mail.to)) throw new Error('A mail goes to exactly one address');
    const sealed = this.seal.seal(JSON.stringify({ ...mail, subject: oneLine(mail.subject) }));
    const id = this.newMail();
    await this.repository.insert(id, sealed, turnOf, about);
    return id;
  }

  /** Who writes the mails that {@link enqueueUnwritten} names. */
  register(name: string, writer: MailWriter): void {
    this.writers.set(name, writer);
  }

  /** The same for a mail that is written only when it is sent: by this writer, with this id. */
  async enqueueUnwritten(writer: string, id: string, turnOf: string): Promise<void> {
    await this.repository.insert(id, this.seal.seal(JSON.stringify({ writer })), turnOf);
  }

  /** For what somebody has sent to somebody else: {@link enqueue} while the mailbox's budget lasts, else nothing. */
  async enqueueWithinBudget(kind: MailKind, mail: Mail): Promise<void> {
    if (await this.budget.allows(kind, mail.to)) await this.enqueue(mail);
    else await this.repository.insertFinished(this.newMail());
  }

  /**
   * Costs what {@link enqueueWithinBudget} costs and sends nothing: for answers that must not tell by their duration
   * whether there was anybody to write to.
   */
  async enqueueNothing(kind: MailKind, to: string): Promise<void> {
    await this.budget.allows(kind, to);
    await this.repository.insertFinished(this.newMail());
  }

  /** @throws where SECRET_KEY is another one than when the mail was enqueued */
  open(message: Buffer): Mail | { write: MailWriter } {
    const opened = JSON.parse(this.seal.open(message)) as Mail | { writer: string };
    if (!('writer' in opened)) return opened;
    const write = this.writers.get(opened.writer);
    if (!write) throw new Error(`Nobody writes mails of ${opened.writer}`);
    return { write };
  }

  /** An id also stands in the log where nothing is sent: whether there is somebody to write to is not told there either. */
  private newMail(): string {
    const id = newId();
    noteConsequence('mail', id);
    return id;
  }
}
