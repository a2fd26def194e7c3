import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { ExpiredRows } from '../jobs/expired-rows';
import type { Lease } from '../jobs/lease';

export interface ClaimedMail {
  id: string;
  message: Buffer;
  /** This attempt included. */
  attempts: number;
  /** Only the claim that has the newest fence may settle the mail. */
  fence: string;
  created_at: Date;
}

/**
 * Takes the next due mail. One whose lease ran out was with a process that died while sending: whether it went out, nobody
 * knows, so it is uncertain and never sent again.
 */
const CLAIM = `
  WITH lost AS (
    UPDATE mail_outbox SET status = 'uncertain', message = NULL, finished_at = clock_timestamp()
    WHERE status = 'sending' AND lease_ends_at < clock_timestamp()
  ), claimed AS (
    UPDATE mail_outbox SET status = 'sending', attempts = attempts + 1, fence = fence + 1,
      lease_ends_at = clock_timestamp() + make_interval(secs => $1)
    WHERE id = (
      SELECT id FROM mail_outbox WHERE status = 'queued' AND due_at <= clock_timestamp()
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, message, attempts, fence, created_at
  )
  SELECT * FROM claimed`;

/** The table mail_outbox. */
@Injectable()
export class MailOutboxRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({ table: 'mail_outbox', key: 'id', condition: `finished_at < now() - interval '7 days'` });
  }

  async insert(id: string, message: Buffer): Promise<void> {
    await this.work.query('INSERT INTO mail_outbox (id, message) VALUES ($1, $2)', [id, message]);
  }

  async insertFinished(id: string): Promise<void> {
    await this.work.query(
      `INSERT INTO mail_outbox (id, message, status, finished_at) VALUES ($1, NULL, 'sent', now())`,
      [id],
    );
  }

  async claim({ seconds }: Lease): Promise<ClaimedMail | null> {
    const [claimed] = await this.work.query<ClaimedMail>(CLAIM, [seconds]);
    return claimed ?? null;
  }

  /** Ends the mail and erases what it said. False where the claim is no longer the newest. */
  async finish({ id, fence }: ClaimedMail, status: 'sent' | 'failed' | 'uncertain'): Promise<boolean> {
    return this.settle(
      `UPDATE mail_outbox SET status = $3, message = NULL, finished_at = clock_timestamp()
       WHERE id = $1 AND fence = $2 AND status = 'sending'`,
      [id, fence, status],
    );
  }

  /** Puts the mail back for another attempt. False where the claim is no longer the newest. */
  async retry({ id, fence }: ClaimedMail, afterSeconds: number): Promise<boolean> {
    return this.settle(
      `UPDATE mail_outbox SET status = 'queued', due_at = clock_timestamp() + make_interval(secs => $3)
       WHERE id = $1 AND fence = $2 AND status = 'sending'`,
      [id, fence, afterSeconds],
    );
  }

  private async settle(sql: string, parameters: unknown[]): Promise<boolean> {
    const settled = await this.work.query(`WITH settled AS (${sql} RETURNING id) SELECT id FROM settled`, parameters);
    return settled.length === 1;
  }
}
