import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work';
import { Erasers } from '../erasure/erasers';
import { RELEASE_LOST_MAILS } from './mail-outbox.sql';
import { OutboxMail } from './outbox-mail.entity';

/** The table mail_outbox, except for its claims. */
@Injectable()
export class MailOutboxRepository {
  constructor(
    private readonly work: UnitOfWork,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'contents', erase: ({ conversationIds }) => this.deleteWaiting(conversationIds) });
  }

  /** `turnOf`: the workspace that the email is sent for. */
  async insert(id: string, message: Buffer, turnOf: string, about: string | null = null): Promise<void> {
    await this.work.manager.insert(OutboxMail, { id, message, turnOf, about });
  }

  find(id: string, of: { turnOf: string; about: string }): Promise<Pick<OutboxMail, 'status' | 'createdAt'> | null> {
    return this.work.manager.findOne(OutboxMail, { select: { status: true, createdAt: true }, where: { id, ...of } });
  }

  /** Deletes emails that no process has begun to send. */
  private async deleteWaiting(about: readonly string[]): Promise<void> {
    if (about.length > 0) await this.work.manager.delete(OutboxMail, { about: Any(about), status: 'queued' });
  }

  /** Inserts an email that will not be sent. */
  async insertFinished(id: string): Promise<void> {
    await this.work.manager.insert(OutboxMail, { id, message: null, status: 'sent', finishedAt: () => 'now()' });
  }

  /** Releases the emails of dead processes and returns their status. `maxAttempts` applies to emails that were not handed over. */
  releaseLost(maxAttempts: number): Promise<Pick<OutboxMail, 'status'>[]> {
    return this.work.prepared<Pick<OutboxMail, 'status'>>(RELEASE_LOST_MAILS, [maxAttempts]);
  }
}
