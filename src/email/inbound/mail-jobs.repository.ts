import { Injectable } from '@nestjs/common';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import type { InboundMail } from './inbound-mail.entity';
import type { MailOutcome, MailReason } from './inbound-mail.types';
import type { AutomaticMark } from './reading/parsed-mail.types';
import { EXISTS_TAKEN, LIST_CHUNKS } from './inbound-mails.sql';

/** An email that this process works on until its lease ends. `attempts` includes the current one. */
export type MailClaim = Pick<
  InboundMail,
  | 'id'
  | 'fence'
  | 'attempts'
  | 'targetKind'
  | 'targetId'
  | 'envelopeSender'
  | 'receivedAt'
  | 'released'
  | 'cutShort'
  | 'turnOf'
  | 'sizeBytes'
> & { identity: Buffer };

export type MailQueue = LeasedQueue<InboundMail, MailClaim>;

/** The result of processing an email. */
export interface MailResult {
  outcome: Exclude<MailOutcome, 'received'>;
  reason: MailReason | null;
  /** Absent unless it was quarantined as that of a program. */
  mark?: AutomaticMark;
  workspaceId: string | null;
  agentId: string | null;
  conversationId: string | null;
  messageId: string | null;
}

/** Queries on inbound_mails and inbound_mail_chunks for processing, except for the queue itself. */
@Injectable()
export class MailJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async readBytes(id: string): Promise<Buffer> {
    const chunks = await this.work.query<{ bytes: Buffer }>(LIST_CHUNKS, [id]);
    return Buffer.concat(chunks.map(({ bytes }) => bytes));
  }

  /** Excludes other processes with the same email for the same agent until the transaction ends. */
  lockFor(agentId: string, identity: Buffer): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['mail of agent', agentId, identity.toString('hex')]));
  }

  /** Whether the agent already has this email from another delivery. */
  async existsTaken(workspaceId: string, agentId: string, { id, identity }: MailClaim): Promise<boolean> {
    return (await this.work.query(EXISTS_TAKEN, [workspaceId, agentId, identity, id])).length > 0;
  }
}
