import { Injectable } from '@nestjs/common';
import { type QueryDeepPartialEntity, Raw } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { leasedStates, Queues } from '../../common/jobs/queues';
import { required } from '../../common/errors/required';
import { ClaimLost, type Lease } from '../../common/jobs/lease';
import { Turns } from '../../common/jobs/turns';
import type { InFlight } from '../../common/jobs/in-flight';
import type { ConversationChannel } from '../conversation.types';
import { Message } from '../message.entity';
import { CLAIM_REPLY, FIND_ABANDONED_REPLY } from './reply-jobs.sql';
import type { OutgoingReply, ReplyEnvelope } from './reply-mail.types';
import { ReplyRevision } from './reply-revision.entity';
import { Reply } from './reply.entity';
import type { ReplyClaim } from './reply.types';

export interface ClaimedReply extends ReplyClaim {
  revision: number;
  /** Null on the widget channel. */
  envelope: ReplyEnvelope | null;
}

/** The queue of replies, which is the table of replies itself. */
@Injectable()
export class ReplyJobsRepository {
  private readonly turns: Record<ConversationChannel, Turns>;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const columns = { isQueued: `status = 'queued'`, isWorking: `status = 'sending'`, due: 'dispatch_after_at' };
    const uncertain = { where: `status = 'uncertain'`, since: 'handing_over_at' };
    queues.register({ queue: 'replies', table: 'replies', states: { ...leasedStates(columns), uncertain } });
    this.turns = { email: this.turnsOf('email'), widget: this.turnsOf('widget') };
  }

  /** Of the workspace whose turn it is the reply that has been due the longest; null where there is none. */
  claim({ seconds }: Lease, channel: ConversationChannel, inFlight?: InFlight): Promise<ClaimedReply | null> {
    return this.turns[channel].take(async (workspaceId) => {
      const [claim] = await this.work.query<ClaimedReply>(CLAIM_REPLY, [seconds, channel, workspaceId]);
      return claim ?? null;
    }, inFlight);
  }

  private turnsOf(channel: ConversationChannel): Turns {
    return new Turns(this.work, {
      table: 'replies t',
      waiting: `channel = '${channel}' AND status = 'queued'`,
      due: 'dispatch_after_at <= statement_timestamp()',
      since: 'dispatch_after_at',
    });
  }

  /** What a claimed reply by mail says. @throws NotFound where it was erased */
  async requireOutgoing(
    { workspaceId, conversationId, messageId, revision }: ClaimedReply,
    envelope: ReplyEnvelope,
  ): Promise<OutgoingReply> {
    const key = { workspaceId, conversationId, messageId };
    const { createdAt } = required(
      await this.work.manager.findOneBy(Message, { workspaceId, conversationId, id: messageId }),
    );
    const { content } = required(await this.work.manager.findOneBy(ReplyRevision, { ...key, revision }));
    return { ...key, revision, content, createdAt, envelope };
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's. */
  async renew(claim: ReplyClaim, { interval }: Lease): Promise<void> {
    await this.update(claim, { leaseEndsAt: () => `clock_timestamp() + ${interval}` });
  }

  /**
   * From this commit on the mail server may have the message.
   *
   * @throws ClaimLost where the lease has ended, or the reply was erased: then nothing may leave
   */
  async markHandingOver(claim: ReplyClaim, { interval }: Lease): Promise<void> {
    const change = { handingOverAt: () => 'clock_timestamp()', leaseEndsAt: () => `clock_timestamp() + ${interval}` };
    if (!(await this.update(claim, change))) throw new ClaimLost();
  }

  /** A reply whose process died while sending it. Not locked: who settles it looks again. */
  async findAbandoned(): Promise<ReplyClaim | null> {
    const [abandoned] = await this.work.prepared<ReplyClaim>(FIND_ABANDONED_REPLY, []);
    return abandoned ?? null;
  }

  /** One that could not be settled: others come first. */
  async postponeAbandoned({ workspaceId, conversationId, messageId, fence }: ReplyClaim): Promise<void> {
    const abandoned = { workspaceId, conversationId, messageId, fence, status: 'sending' as const };
    await this.work.manager.update(Reply, abandoned, {
      leaseEndsAt: () => `clock_timestamp() + interval '10 minutes'`,
    });
  }

  /** Where the claim still holds. */
  private async update(
    { workspaceId, conversationId, messageId, fence }: ReplyClaim,
    change: QueryDeepPartialEntity<Reply>,
  ): Promise<boolean> {
    const held = { fence, status: 'sending' as const, leaseEndsAt: Raw((column) => `${column} > clock_timestamp()`) };
    const { affected } = await this.work.manager.update(
      Reply,
      { workspaceId, conversationId, messageId, ...held },
      change,
    );
    return affected === 1;
  }
}
