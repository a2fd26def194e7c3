import { Injectable } from '@nestjs/common';
import type { Claimed } from '../../../common/jobs/leased-queue.types';
import type { LeasedQueue } from '../../../common/jobs/leased-queue';
import { LeasedQueues } from '../../../common/jobs/leased-queues';
import { dueStates } from '../../../common/jobs/queues';
import { logger } from '../../../common/logging/logger';
import { InboundMailsRepository } from '../inbound-mails.repository';
import type { CutShort } from '../inbound-mail.types';
import { MailIntakeService } from '../mail-intake.service';
import { type AnnouncedMail, InboundMailEvent } from './inbound-mail-event.entity';
import { ResendServer } from './resend-server';

export const RESEND_FETCHING = 'resend-fetching';

/** How long to try to fetch an email from Resend, in milliseconds. */
const PATIENCE_MS = 24 * 3_600_000;
/** The pause before another attempt, in seconds: the first one, which doubles, and the longest. */
const SHORTEST_PAUSE = 10;
const LONGEST_PAUSE = 1_800;

type EventClaim = Claimed & Pick<InboundMailEvent, 'id' | 'details' | 'receivedAt' | 'turnOf'>;

/** Fetches the emails that Resend has announced, for 24 hours. Afterwards, what the event says of the email is put aside. */
@Injectable()
export class ResendFetching {
  readonly queue: LeasedQueue<InboundMailEvent, EventClaim>;

  constructor(
    private readonly server: ResendServer,
    private readonly intake: MailIntakeService,
    private readonly mails: InboundMailsRepository,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<InboundMailEvent, EventClaim>({
      name: 'inbound_mail_events',
      task: RESEND_FETCHING,
      entity: InboundMailEvent,
      columns: ['details', 'receivedAt'],
      leaseSeconds: 120,
      concurrency: 2,
      work: (claim) => this.fetch(claim),
      onError: (claim, error) => this.tryAgain(claim, error),
      shape: { turnOf: 'turnOf', states: dueStates() },
    });
  }

  private async fetch(claim: EventClaim): Promise<void> {
    const { details } = claim;
    if (details) {
      const raw = await this.server.rawMail(details.emailId);
      await (raw === null ? this.putAside(claim, details, 'too_large') : this.store(claim, details, raw, null));
    }
    await this.queue.finish(claim, { details: null });
  }

  private async tryAgain(claim: EventClaim, error: unknown): Promise<true> {
    const isOver = Date.now() - claim.receivedAt.getTime() > PATIENCE_MS;
    logger.warn({ err: error, inboundMail: claim.id, isOver }, 'mail not fetched from its vendor');
    if (!isOver || !claim.details) {
      await this.queue.postpone(claim, Math.min(SHORTEST_PAUSE * 2 ** (claim.attempts - 1), LONGEST_PAUSE));
      return true;
    }
    await this.putAside(claim, claim.details, 'not_fetched');
    await this.queue.finish(claim, { details: null });
    return true;
  }

  private putAside(claim: EventClaim, details: AnnouncedMail, why: CutShort): Promise<void> {
    const { from, to, subject, messageId } = details;
    const lines = [`From: ${from}`, `To: ${to.join(', ')}`, `Subject: ${subject}`, `Message-ID: ${messageId}`, '', ''];
    return this.store(claim, details, Buffer.from(lines.join('\r\n')), why);
  }

  /** A process may have died while it stored the email. */
  private async store(
    { id }: EventClaim,
    { to }: AnnouncedMail,
    bytes: Buffer,
    cutShort: CutShort | null,
  ): Promise<void> {
    await this.mails.deleteArriving(id);
    await this.intake.take([bytes], { recipients: to, sender: null }, { cutShort, promisedId: id });
  }
}
