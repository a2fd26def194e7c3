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
import type { OutboxMail } from './outbox-mail.entity';

/** A plain-text email to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The URL for unsubscribing with one click (RFC 8058). It must need no login. */
  unsubscribe?: string;
  /** The address for bounces. Default: MAIL_FROM. */
  bounceTo?: string;
  /** Present for an email that belongs to a conversation. */
  thread?: MailThreadHeaders;
}

/** The sender of an email in a conversation, and the headers for replies to it. */
export interface MailThreadHeaders {
  fromName: string;
  replyTo: string | null;
  /** Message-IDs with their angle brackets. */
  inReplyTo: string | null;
  references: string[];
}

/**
 * Writes an email at the beginning of each attempt. Use it for content that can become outdated while the email waits. If it returns
 * null, the email is no longer needed and is removed from the outbox. If it throws, the attempt has failed.
 */
export type MailWriter = (mailId: string) => Promise<Mail | null>;

/**
 * Queues emails in the running transaction: they are sent if and only if it commits, by any process that does background work.
 * Waiting emails are sealed, because they contain single-use tokens. The content is erased after an email was sent or has failed.
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
   * Queues an email with one INSERT in the caller's transaction, and returns its id. Line breaks in the subject become spaces. `to`
   * must be exactly one address. `turnOf`: the workspace that the email is sent for; workspaces take turns in the queue. `about`: the
   * conversation or agent that it belongs to.
   */
  async enqueue({
    about = null,
    turnOf = NO_WORKSPACE,
    id = newId(),
    ...mail
  }: Mail & { about?: string | null; turnOf?: string; id?: string }): Promise<string> {
    if (!isPlainAddress(mail.to)) throw new Error('An email must have exactly one recipient');
    const sealed = this.seal.seal(JSON.stringify({ ...mail, subject: oneLine(mail.subject) }));
    noteConsequence('mail', id);
    await this.repository.insert(id, sealed, turnOf, about);
    return id;
  }

  /** What became of an email, which is known for some days. */
  find(id: string, of: { turnOf: string; about: string }): Promise<Pick<OutboxMail, 'status' | 'createdAt'> | null> {
    return this.repository.find(id, of);
  }

  /** Registers a writer for {@link enqueueUnwritten}. */
  register(name: string, writer: MailWriter): void {
    this.writers.set(name, writer);
  }

  /** Queues an email that the named writer writes when it is sent. */
  async enqueueUnwritten(writer: string, id: string, turnOf: string): Promise<void> {
    await this.repository.insert(id, this.seal.seal(JSON.stringify({ writer })), turnOf);
  }

  /** Queues an email that one person causes to be sent to another, if the budget of the mailbox allows it. */
  async enqueueWithinBudget(kind: MailKind, mail: Mail): Promise<void> {
    if (await this.budget.allows(kind, mail.to)) await this.enqueue(mail);
    else await this.repository.insertFinished(this.newMail());
  }

  /**
   * Takes as long as {@link enqueueWithinBudget} and sends nothing, so that the duration of a response does not reveal whether the
   * recipient has an account.
   */
  async enqueueNothing(kind: MailKind, to: string): Promise<void> {
    await this.budget.allows(kind, to);
    await this.repository.insertFinished(this.newMail());
  }

  /** @throws if SECRET_KEY has changed since the email was queued */
  open(message: Buffer): Mail | { write: MailWriter } {
    const opened = JSON.parse(this.seal.open(message)) as Mail | { writer: string };
    if (!('writer' in opened)) return opened;
    const write = this.writers.get(opened.writer);
    if (!write) throw new Error(`No writer ${opened.writer} is registered`);
    return { write };
  }

  /** An id for the log, also if nothing is sent, so that the log does not reveal whether the recipient has an account. */
  private newMail(): string {
    const id = newId();
    noteConsequence('mail', id);
    return id;
  }
}
