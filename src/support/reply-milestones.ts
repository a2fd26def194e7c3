import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { MessagesService } from '../inbox/messages/messages.service';
import { OnEvents } from '../common/events/on-events.decorator';
import { ReplyChanged } from '../inbox/conversation-events';
import type { ReplyStatus } from '../inbox/replies/reply.types';
import { CustomerRequestsService } from './customer-requests.service';
import { RequestChangesService } from './request-changes.service';
import { MilestonesService } from '../sla/milestones/milestones.service';
import type { MilestoneOutcome } from './support-request.types';
import { SupportRequestsRepository } from './support-requests.repository';

/** What is known of a reply in a status; absent: nothing yet. */
const OUTCOMES: Partial<Record<ReplyStatus, MilestoneOutcome>> = {
  sent: 'accepted',
  failed: 'failed',
  uncertain: 'uncertain',
  undone: 'cancelled',
  bounced: 'failed',
};

/** Credits the support requests of a conversation with the replies that have left, and takes back what came back. */
@Injectable()
export class ReplyMilestones {
  constructor(
    private readonly repository: SupportRequestsRepository,
    private readonly milestones: MilestonesService,
    private readonly requests: CustomerRequestsService,
    private readonly changes: RequestChangesService,
    private readonly messages: MessagesService,
    private readonly work: UnitOfWork,
  ) {}

  @OnEvents([ReplyChanged], { locks: 'rows' })
  async follow(events: readonly ReplyChanged[]): Promise<void> {
    for (const event of events) if (event.isMoved) await this.moved(event.data);
  }

  private async moved(reply: ReplyChanged['data']): Promise<void> {
    const { workspaceId, conversationId, agentId, messageId, status, type: replyType } = reply;
    const outcome = OUTCOMES[status];
    if (outcome === undefined) return;
    const message = await this.messages.find(workspaceId, conversationId, messageId);
    if (!message) return;
    const { createdAt: writtenAt, authorMemberId: memberId } = message;
    const concerned = await this.repository.listConcerned(reply, writtenAt);
    const now = await databaseTime(this.work);
    const observedAt = status === 'sent' && reply.sentAt !== null ? new Date(reply.sentAt) : now;
    const answer = { messageId, memberId, writtenAt, replyType, outcome, observedAt };
    for (const request of concerned)
      await this.milestones.follow(await this.changes.resumed(request, now), answer, now);
    if (status === 'bounced') await this.requests.cameBack({ workspaceId, conversationId, agentId });
  }
}
