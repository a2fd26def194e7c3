import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { dueStates, Queues } from '../../common/jobs/queues';
import { takenUp } from '../../common/jobs/takeovers';
import { Turns } from '../../common/jobs/turns';
import type { InFlight } from '../../common/jobs/in-flight';
import { InboundMail, MAIL_LEASE } from './inbound-mail.entity';
import type { MailOutcome, MailReason } from './inbound-mail.types';
import { CLAIM_MAIL, EXISTS_TAKEN, LIST_CHUNKS } from './inbound-mails.sql';

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

/** What has become of a mail. */
export interface MailResult {
  outcome: Exclude<MailOutcome, 'received'>;
  reason: MailReason | null;
  workspaceId: string | null;
  agentId: string | null;
  conversationId: string | null;
  messageId: string | null;
}

/** The tables inbound_mails and inbound_mail_chunks as a worker uses them. */
@Injectable()
export class MailJobsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const quarantined = { where: `outcome = 'quarantined'` };
    const states = { ...dueStates(), quarantined };
    queues.register({ queue: 'inbound_mails', table: 'inbound_mails', states });
    this.turns = new Turns(work, {
      table: 'inbound_mails t',
      of: 'turn_of',
      waiting: 'due_at IS NOT NULL',
      due: 'due_at <= now()',
      since: 'due_at',
    });
  }

  /** The mail of the workspace whose turn it is that has been due the longest; null where there is none. */
  claim(inFlight?: InFlight): Promise<MailClaim | null> {
    return this.turns.take(async (turnOf) => {
      const [found] = await this.work.query<MailClaim & { isTakenOver: boolean }>(CLAIM_MAIL, [turnOf]);
      return takenUp('inbound_mails', found);
    }, inFlight);
  }

  async renew(claim: MailClaim): Promise<void> {
    await this.update(claim, { dueAt: () => `now() + ${MAIL_LEASE.interval}` });
  }

  /** Another attempt in a little while. */
  async postpone(claim: MailClaim): Promise<void> {
    await this.update(claim, { dueAt: () => `now() + interval '10 seconds' * attempts`, isHeld: false });
  }

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

  /** False where the claim is no longer this process's, whose work must then be undone. */
  finish(
    claim: MailClaim,
    result: MailResult & Partial<Pick<InboundMail, 'fromAddress' | 'subject'>>,
  ): Promise<boolean> {
    return this.update(claim, { ...result, dueAt: null, isHeld: false, finishedAt: () => 'now()' });
  }

  /** With all that is known of it. */
  async delete({ id, fence }: MailClaim): Promise<void> {
    await this.work.manager.delete(InboundMail, { id, fence });
  }

  private async update({ id, fence }: MailClaim, change: QueryDeepPartialEntity<InboundMail>): Promise<boolean> {
    const { affected } = await this.work.manager.update(InboundMail, { id, fence, outcome: 'received' }, change);
    return affected === 1;
  }
}
