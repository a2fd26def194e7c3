import { Injectable } from '@nestjs/common';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import type { InboundMail } from './inbound-mail.entity';
import type { MailOutcome, MailReason } from './inbound-mail.types';
import { EXISTS_TAKEN, LIST_CHUNKS } from './inbound-mails.sql';

/** A mail that this process takes in until its lease ends; `attempts` has this one in it. */
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
  | 'turnOf'
  | 'sizeBytes'
> & { identity: Buffer };

export type MailQueue = LeasedQueue<InboundMail, MailClaim>;

/** What has become of a mail. */
export interface MailResult {
  outcome: Exclude<MailOutcome, 'received'>;
  reason: MailReason | null;
  workspaceId: string | null;
  agentId: string | null;
  conversationId: string | null;
  messageId: string | null;
}

/** What taking mail in reads of inbound_mails and inbound_mail_chunks, beside the queue. */
@Injectable()
export class MailJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async readBytes(id: string): Promise<Buffer> {
    const chunks = await this.work.query<{ bytes: Buffer }>(LIST_CHUNKS, [id]);
    return Buffer.concat(chunks.map(({ bytes }) => bytes));
  }

  /** Keeps others who take in the same mail for the same agent out until the transaction ends. */
  lockFor(agentId: string, identity: Buffer): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['mail of agent', agentId, identity.toString('hex')]));
  }

  /** Whether the agent has this mail already, from another delivery. */
  async existsTaken(workspaceId: string, agentId: string, { id, identity }: MailClaim): Promise<boolean> {
    return (await this.work.query(EXISTS_TAKEN, [workspaceId, agentId, identity, id])).length > 0;
  }
}
