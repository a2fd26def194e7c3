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
import { bareAddress } from '../threads/bare-address';
import { readRootMessageId } from '../threads/root-message-id';
import { MAIL_READING } from './reading/mail-reading.script';
import type { ParsedMail } from './reading/parsed-mail.types';

export const INBOUND_MAIL_WORK = 'inbound-mail';

/** After this number of failed attempts, an email is quarantined, so that it does not block others. */
const MAX_ATTEMPTS = 5;

/** The time limit for reading an email, depending on its size: some hundred times the time on an idle machine. */
const READING_MS = 10_000;
const READING_MS_OF_MEGABYTE = 1_000;

type MailRead = { mail: ParsedMail } | { reason: MailReason };

/** Concurrent emails of a process; of one workspace all but one. */
const MOST_AT_ONCE = 4;

/** An email between its claim and its end. */
interface InFlight {
  /** What links it to other emails. Resolves when it is read. */
  links: Promise<ReadonlySet<string>>;
  /** Resolves when it is filed, or has failed. */
  over: Promise<void>;
}

/**
 * Processes arrived emails, several at once. An email waits until the earlier ones of its workspace are read, and until those that it is
 * linked to are filed, so that a reply finds the email that it answers, and a person's emails stay in their order.
 */
@Injectable()
export class InboundMailWork {
  readonly queue: MailQueue;
  /** By workspace, in the order of arrival. */
  private readonly inFlight = new Map<string, readonly InFlight[]>();

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
    const earlier = this.inFlight.get(claim.turnOf) ?? [];
    const read = this.readOf(claim);
    const links = read.then((result) => linksOf(claim, result));
    const filed = this.takeIn(claim, read, { links, earlier });
    // A failure is that of `filed`.
    const mail = { links: links.catch(() => new Set<string>()), over: filed.catch(() => {}) };
    this.inFlight.set(claim.turnOf, [...earlier, mail]);
    await mail.over;
    const left = (this.inFlight.get(claim.turnOf) ?? []).filter((other) => other !== mail);
    if (left.length > 0) this.inFlight.set(claim.turnOf, left);
    else this.inFlight.delete(claim.turnOf);
    return filed;
  }

  private async tryAgain(claim: MailClaim, error: unknown): Promise<true> {
    logger.error({ err: error, inboundMail: claim.id }, 'mail not taken in');
    await this.queue.postpone(claim, 10 * claim.attempts);
    return true;
  }

  private async takeIn(
    claim: MailClaim,
    reading: Promise<MailRead>,
    { links, earlier }: Pick<InFlight, 'links'> & { earlier: readonly InFlight[] },
  ): Promise<void> {
    const [read, own] = await Promise.all([reading, links]);
    for (const mail of earlier) if (!areDisjoint(own, await mail.links)) await mail.over;
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

/**
 * Emails with one of these in common can belong to one conversation or person, or be the same email: its conversation, its people, its own
 * Message-ID and those that it refers to, and those of the email that it forwards.
 */
function linksOf(claim: MailClaim, read: MailRead): ReadonlySet<string> {
  const { targetKind, targetId, identity, envelopeSender } = claim;
  const links = new Set([identity.toString('hex')]);
  if (targetKind !== 'intake' && targetId !== null) links.add(targetId);
  if ('reason' in read) return links;
  const { mail } = read;
  if (!mail.from && envelopeSender) links.add(bareAddress(envelopeSender));
  for (const one of mail.forwarded ? [mail, mail.forwarded.mail] : [mail]) {
    for (const writer of [one.from, one.list?.writer, ...one.replyTo]) if (writer) links.add(writer.address);
    for (const id of [one.mailId, ...one.inReplyTo, ...one.references, ...one.reportedIds])
      if (id) addMessage(links, id);
  }
  return links;
}

/** A Message-ID, and the conversation if it is that of one. */
function addMessage(links: Set<string>, id: string): void {
  links.add(id);
  const conversationId = readRootMessageId(id);
  if (conversationId !== null) links.add(conversationId);
}

function areDisjoint(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return false;
  return true;
}
