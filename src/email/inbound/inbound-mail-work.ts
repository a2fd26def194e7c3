import { Injectable } from '@nestjs/common';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded, ComputeProcessLost } from '../../common/compute/compute.errors';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { dueStates } from '../../common/jobs/queues';
import { logger } from '../../common/logging/logger';
import { Settings } from '../../config/load-settings';
import { InboundMail } from './inbound-mail.entity';
import type { MailReason } from './inbound-mail.types';
import { MailFilingService } from './mail-filing.service';
import { type MailClaim, MailJobsRepository, type MailQueue } from './mail-jobs.repository';
import { MAIL_READING } from './reading/mail-reading.script';
import type { ParsedMail } from './reading/parsed-mail.types';

export const INBOUND_MAIL_WORK = 'inbound-mail';

/** After this number of failed attempts, an email is quarantined, so that it does not block others. */
const MAX_ATTEMPTS = 5;

/** The time limit for reading an email, depending on its size: some hundred times the time on an idle machine. */
const READING_MS = 10_000;
const READING_MS_OF_MEGABYTE = 1_000;

type MailRead = { mail: ParsedMail } | { reason: MailReason };

/** Concurrent emails of a process; of one workspace all but one. While one is filed, the next is read, and another is fetched. */
const MOST_AT_ONCE = 4;

/**
 * Processes arrived emails. A process files the emails of a workspace one at a time in the order of arrival, so that a reply finds
 * the email that it answers.
 */
@Injectable()
export class InboundMailWork {
  readonly queue: MailQueue;
  /** For each workspace with emails in flight: resolves when the last claimed email is filed. */
  private readonly newest = new Map<string, Promise<void>>();

  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly filing: MailFilingService,
    private readonly compute: Compute,
    private readonly settings: Settings,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<InboundMail, MailClaim>({
      name: 'inbound_mails',
      task: INBOUND_MAIL_WORK,
      entity: InboundMail,
      columns: ['identity', 'targetKind', 'targetId', 'envelopeSender', 'receivedAt', 'released', 'cutShort'],
      computed: { sizeBytes: 't.size_bytes::float8' },
      leaseSeconds: 60,
      concurrency: MOST_AT_ONCE,
      work: (claim) => this.inOrder(claim),
      onError: (claim, error) => this.tryAgain(claim, error),
      shape: {
        turnOf: 'turnOf',
        order: 'due_at, id',
        states: { ...dueStates(), quarantined: { where: `outcome = 'quarantined'` } },
      },
    });
  }

  private async inOrder(claim: MailClaim): Promise<void> {
    const { turnOf } = claim;
    const filed = this.takeIn(claim, this.newest.get(turnOf) ?? Promise.resolve());
    const over = filed.catch(() => {});
    this.newest.set(turnOf, over);
    await over;
    if (this.newest.get(turnOf) === over) this.newest.delete(turnOf);
    return filed;
  }

  private async tryAgain(claim: MailClaim, error: unknown): Promise<true> {
    logger.error({ err: error, inboundMail: claim.id }, 'mail not taken in');
    await this.queue.postpone(claim, 10 * claim.attempts);
    return true;
  }

  private async takeIn(claim: MailClaim, before: Promise<void>): Promise<void> {
    const read = await this.readOf(claim);
    await before;
    if ('reason' in read) {
      logger.warn({ inboundMail: claim.id, reason: read.reason }, 'mail quarantined');
      await this.filing.quarantine(this.queue, claim, read.reason);
      return;
    }
    const { outcome, reason } = await this.filing.file(this.queue, claim, read.mail);
    logger.info({ inboundMail: claim.id, outcome, ...(reason ? { reason } : {}) }, 'mail taken in');
  }

  private async readOf(claim: MailClaim): Promise<MailRead> {
    if (claim.attempts > MAX_ATTEMPTS) return { reason: 'too_many_attempts' };
    return claim.cutShort === null ? this.read(claim) : { reason: claim.cutShort };
  }

  /** An email that exceeds the bounds of the computing process is not retried. After a stopped process, it is. */
  private async read({ id, sizeBytes, turnOf }: MailClaim): Promise<MailRead> {
    const bytes = await this.jobs.readBytes(id);
    const authservId = this.settings.values.MAIL_AUTHSERV_ID;
    try {
      const milliseconds = READING_MS + (READING_MS_OF_MEGABYTE * sizeBytes) / 1_000_000;
      const session = { kind: 'mails', workspaceId: turnOf, milliseconds } as const;
      const mail = await this.compute.session(MAIL_READING, (reading) => reading.read(bytes, authservId), session);
      return { mail };
    } catch (error) {
      if (error instanceof ComputeProcessLost) throw error;
      return { reason: error instanceof ComputeBoundExceeded ? 'too_costly' : 'unreadable' };
    }
  }
}
