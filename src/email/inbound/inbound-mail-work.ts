import { Injectable } from '@nestjs/common';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded, ComputeProcessLost } from '../../common/compute/compute.errors';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClaimLost } from '../../common/jobs/lease';
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

/** Takes in mail that has arrived, one at a time, in the order of its arrival. */
@Injectable()
export class InboundMailWork implements BackgroundTask {
  readonly name = INBOUND_MAIL_WORK;
  readonly idleMs = 1_000;

  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly filing: MailFilingService,
    private readonly compute: Compute,
    private readonly settings: Settings,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const claim = await this.jobs.claim();
    if (!claim) return false;
    try {
      if (claim.attempts > MAX_ATTEMPTS) await this.filing.quarantine(claim, 'too_many_attempts');
      else {
        await MAIL_LEASE.whileHolding(
          () => this.jobs.renew(claim),
          () => this.takeIn(claim),
        );
      }
    } catch (error) {
      if (error instanceof ClaimLost) return true;
      await this.jobs.postpone(claim);
      throw error;
    }
    return true;
  }

  private async takeIn(claim: MailClaim): Promise<void> {
    const read = await this.read(claim);
    if ('reason' in read) {
      logger.warn({ inboundMail: claim.id, reason: read.reason }, 'mail quarantined');
      await this.filing.quarantine(claim, read.reason);
      return;
    }
    const { outcome, reason } = await this.filing.file(claim, read.mail);
    logger.info({ inboundMail: claim.id, outcome, ...(reason ? { reason } : {}) }, 'mail taken in');
  }

  /** What no computing process can read is no better at the next attempt; a process that was stopped is nobody's fault. */
  private async read({ id }: MailClaim): Promise<{ mail: ParsedMail } | { reason: MailReason }> {
    const bytes = await this.jobs.readBytes(id);
    const authservId = this.settings.values.MAIL_AUTHSERV_ID;
    try {
      return { mail: await this.compute.session(MAIL_READING, (reading) => reading.read(bytes, authservId)) };
    } catch (error) {
      if (error instanceof ComputeProcessLost) throw error;
      return { reason: error instanceof ComputeBoundExceeded ? 'too_costly' : 'unreadable' };
    }
  }
}
