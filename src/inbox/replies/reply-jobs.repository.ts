import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { required } from '../../common/errors/required';
import type { ConversationChannel } from '../../conversations/conversation.types';
import { Message } from '../../conversations/message.entity';
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

/** What sending replies reads and writes of them, beside their queues. */
@Injectable()
export class ReplyJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The reply of the workspace that has been due the longest; null where there is none. */
  async claim(channel: ConversationChannel, workspaceId: string, leaseSeconds: number): Promise<ClaimedReply | null> {
    const [claim] = await this.work.query<ClaimedReply>(CLAIM_REPLY, [leaseSeconds, channel, workspaceId]);
    return claim ?? null;
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
}
