import { Injectable } from '@nestjs/common';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded, ComputeProcessLost } from '../../common/compute/compute.errors';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClaimLost } from '../../common/jobs/lease';
import { InFlight } from '../../common/jobs/in-flight';
import { logger } from '../../common/logging/logger';
import { Settings } from '../../config/load-settings';
import { MAIL_LEASE } from './inbound-mail.entity';
import type { MailReason } from './inbound-mail.types';
import { MailFilingService } from './mail-filing.service';
import { type MailClaim, MailJobsRepository } from './mail-jobs.repository';
import { MAIL_READING } from './reading/mail-reading.script';
import type { ParsedMail } from './reading/parsed-mail.types';

export const INBOUND_MAIL_WORK = 'inbound-mail';

/** A mail whose workers keep failing is put aside, so that the others come in. */
const MAX_ATTEMPTS = 5;

/** What reading a mail may take by its size: some hundred times what it takes an idle machine. */
const READING_MS = 10_000;
const READING_MS_OF_MEGABYTE = 1_000;

type MailRead = { mail: ParsedMail } | { reason: MailReason };

/** Mails of one process. Of one workspace all but one: while one is filed, the next is read, and the one after it is fetched. */
const MOST_AT_ONCE = 4;

/**
 * Takes in mail that has arrived. A process files the mails of a workspace one at a time, in the order of arrival, so that an
 * answer finds what it answers.
 */
@Injectable()
export class InboundMailWork implements BackgroundTask {
  readonly name = INBOUND_MAIL_WORK;
  readonly idleMs = 1_000;
  private readonly inFlight = new InFlight(MOST_AT_ONCE);
  /** Of each workspace with mails under way: until the one that was claimed last has been filed. */
  private readonly newest = new Map<string, Promise<void>>();

  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly filing: MailFilingService,
    private readonly compute: Compute,
    private readonly settings: Settings,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  /** Begins to take one mail in, and returns before it is filed. */
  async runOnce(signal: AbortSignal): Promise<boolean> {
    await this.inFlight.room();
    if (signal.aborted) return false;
    const claim = await this.jobs.claim(this.inFlight);
    if (!claim) return false;
    this.inFlight.add(this.begun(claim), claim.turnOf);
    return true;
  }

  get roomAgain(): Promise<void> | null {
    return this.inFlight.roomAgain;
  }

  settled(): Promise<void> {
    return this.inFlight.settled();
  }

  private async begun(claim: MailClaim): Promise<void> {
    const { turnOf } = claim;
    const filed = this.work(claim, this.newest.get(turnOf) ?? Promise.resolve());
    this.newest.set(turnOf, filed);
    await filed;
    if (this.newest.get(turnOf) === filed) this.newest.delete(turnOf);
  }

  /** Never rejects: a mail that fails is tried again, and where not even that can be written its lease ends. */
  private async work(claim: MailClaim, before: Promise<void>): Promise<void> {
    try {
      await MAIL_LEASE.whileHolding(
        () => this.jobs.renew(claim),
        () => this.takeIn(claim, before),
      );
    } catch (error) {
      if (error instanceof ClaimLost) return;
      logger.error({ err: error, inboundMail: claim.id }, 'mail not taken in');
      await this.jobs.postpone(claim).catch((failure: unknown) => {
        logger.error({ err: failure, inboundMail: claim.id }, 'mail not postponed');
      });
    }
  }

  private async takeIn(claim: MailClaim, before: Promise<void>): Promise<void> {
    const read: MailRead = claim.attempts > MAX_ATTEMPTS ? { reason: 'too_many_attempts' } : await this.read(claim);
    await before;
    if ('reason' in read) {
      logger.warn({ inboundMail: claim.id, reason: read.reason }, 'mail quarantined');
      await this.filing.quarantine(claim, read.reason);
      return;
    }
    const { outcome, reason } = await this.filing.file(claim, read.mail);
    logger.info({ inboundMail: claim.id, outcome, ...(reason ? { reason } : {}) }, 'mail taken in');
  }

  /** What no computing process can read is no better at the next attempt; a process that was stopped is nobody's fault. */
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
