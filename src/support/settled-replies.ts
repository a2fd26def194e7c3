import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainEvents } from '../common/events/domain-events';
import { OnEvents } from '../common/events/on-events.decorator';
import { ReplyChanged } from '../conversations/conversation-events';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { MessagesService } from '../inbox/messages/messages.service';
import { ReplyClosingService } from '../inbox/replies/reply-closing.service';
import type { ReplyStatus } from '../conversations/conversation.types';
import { CustomerRequestsService } from './customer-requests.service';
import { LiveRequestsService } from './live-requests.service';
import { RequestChangesService } from './request-changes.service';
import { snapshotOf } from './request-snapshot';
import { SupportRequestReplySettled } from './support-events';
import { SupportRequestsRepository } from './support-requests.repository';

const SETTLED: readonly ReplyStatus[] = ['sent', 'failed', 'uncertain', 'undone', 'bounced'];

/**
 * Publishes the settled replies of the support requests that they concern, reopens a request for a reply that bounced, and closes the
 * conversation of a reply that is to close it.
 */
@Injectable()
export class SettledReplies {
  constructor(
    private readonly repository: SupportRequestsRepository,
    private readonly requests: CustomerRequestsService,
    private readonly changes: RequestChangesService,
    private readonly messages: MessagesService,
    private readonly closing: ReplyClosingService,
    private readonly live: LiveRequestsService,
    private readonly conversations: ConversationWriter,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  @OnEvents([ReplyChanged], { locks: 'rows' })
  async follow(events: readonly ReplyChanged[]): Promise<void> {
    for (const { isMoved, data } of events) if (isMoved && SETTLED.includes(data.status)) await this.settled(data);
  }

  private async settled(reply: ReplyChanged['data']): Promise<void> {
    const { workspaceId, conversationId, agentId, messageId, status, type: replyType } = reply;
    const message = await this.messages.find(workspaceId, conversationId, messageId);
    if (!message) return;
    const { createdAt, authorMemberId: memberId } = message;
    const concerned = await this.repository.listConcerned(reply, createdAt);
    const now = await databaseTime(this.work);
    const recordedAt = now.toISOString();
    const observedAt = status === 'sent' && reply.sentAt !== null ? reply.sentAt : recordedAt;
    const settled = { messageId, memberId, writtenAt: createdAt.toISOString(), replyType, status, observedAt };
    for (const one of concerned) {
      const request = snapshotOf(await this.changes.resumed(one, now));
      this.events.publish(new SupportRequestReplySettled({ ...request, ...settled, recordedAt }));
    }
    if (status === 'sent') await this.close(reply);
    if (status === 'bounced') await this.requests.reopenAfterBounce({ workspaceId, conversationId, agentId });
  }

  /** After the reply has stopped its clocks. A conversation that does not wait has a newer message of the customer, or is closed. */
  private async close(reply: ReplyChanged['data']): Promise<void> {
    const { workspaceId, conversationId } = reply;
    const closing = await this.closing.take(reply);
    const conversation = closing && (await this.conversations.lock(workspaceId, conversationId));
    if (conversation?.status !== 'waiting') return;
    const { memberId, disposition, note } = closing!;
    await this.live.endAll({ workspaceId, memberId }, conversationId, { disposition, note, reason: null });
    const change = { status: 'closed' } as const;
    await this.conversations.update(workspaceId, conversationId, { ...change, closedAt: 'now' });
    this.conversations.publishChange(conversation, change);
  }
}
