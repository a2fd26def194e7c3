import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { onViolation } from '../../common/database/constraint-violation';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound, VersionConflict } from '../../common/errors/domain-error';
import { DomainEvents } from '../../common/events/domain-events';
import { memberIdOf } from '../../common/http/named-member';
import { canAccessAgent, type Member, type WorkspaceScope } from '../../common/request/principal';
import { ConversationAssigned } from '../../conversations/conversation-events';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { ConversationRecord } from '../../conversations/conversation-queries.service';
import { MembersService } from '../../workspaces/members/members.service';
import { ConversationContacts } from './contacts.port';
import type { CloseConversationInput, UpdateConversationInput } from './conversation-input.dto';
import type { ConversationDto, ConversationReadDto, ConversationUnreadDto } from './conversation.dto';
import {
  AgentAnswersNoMail,
  AssigneeNotAllowed,
  ContactNotVisible,
  LiveRequestsRemain,
  MessageUnknown,
} from './conversations.errors';
import { InboxConversationsRepository } from './inbox-conversations.repository';
import { LiveRequests } from './live-requests.port';

/** How members assign, close and reopen conversations. A restricted member sees those of their agents only. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: InboxConversationsRepository,
    private readonly writer: ConversationWriter,
    private readonly members: MembersService,
    private readonly contacts: ConversationContacts,
    private readonly requests: LiveRequests,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @throws NotFound 404 */
  get(scope: WorkspaceScope, conversationId: string): Promise<ConversationDto> {
    return this.conversations.requireDto(scope, conversationId);
  }

  /** @throws NotFound 404, VersionConflict 409, AssigneeNotAllowed, ContactNotVisible 400 */
  update(member: Member, conversationId: string, input: UpdateConversationInput): Promise<ConversationDto> {
    return this.work.run(async () => {
      // The assignee can neither leave nor lose the agent in the meantime, and the contact cannot be erased.
      if (input.assigneeMemberId) await this.members.lockMembers(member.workspaceId);
      const named = input.contactId === undefined ? null : await this.contacts.lockVisible(member, input.contactId);
      return this.change(member, conversationId, input.expectedVersion, async (conversation) => {
        this.audit.before(conversation);
        if (input.contactId !== undefined && named === null) throw new ContactNotVisible();
        const { subject = conversation.subject } = input;
        const assignee = memberIdOf(input.assigneeMemberId, member);
        const assigneeMemberId = assignee === undefined ? conversation.assigneeMemberId : assignee;
        const contactId = named ?? conversation.contactId;
        const isReassigned = assigneeMemberId !== conversation.assigneeMemberId;
        const isMoved = contactId !== conversation.contactId;
        if (!isReassigned && !isMoved && subject === conversation.subject) return null;
        if (isReassigned) await this.ensureAssignable(conversation, assigneeMemberId);
        if (isMoved) await this.keepAsParticipant(conversation);
        await this.save(conversation, { subject, assigneeMemberId, contactId });
        if (isReassigned && assigneeMemberId) this.publishAssigned(conversation, assigneeMemberId, member.memberId);
        return { subject, assigneeMemberId, contactId };
      });
    });
  }

  /** Leaves a closed conversation as it is. @throws NotFound 404, VersionConflict, LiveRequestsRemain 409 */
  close(
    member: Member,
    conversationId: string,
    { expectedVersion, endRequests }: CloseConversationInput,
  ): Promise<ConversationDto> {
    return this.change(member, conversationId, expectedVersion, async ({ id, status, liveSupportRequestCount }) => {
      if (status === 'closed') return null;
      if (liveSupportRequestCount > 0) {
        if (!endRequests) throw new LiveRequestsRemain(liveSupportRequestCount);
        const { disposition, note = null, reason = null } = endRequests;
        await this.requests.endAll(member, id, { disposition, note, reason });
      }
      await this.writer.update(member.workspaceId, id, { status: 'closed', closedAt: 'now' });
      return { status: 'closed' };
    });
  }

  /** Leaves an open conversation as it is. @throws NotFound 404, VersionConflict 409 */
  reopen(scope: WorkspaceScope, conversationId: string, expectedVersion: number): Promise<ConversationDto> {
    return this.change(scope, conversationId, expectedVersion, async ({ id, status }) => {
      if (status !== 'closed') return null;
      await this.writer.update(scope.workspaceId, id, { status: 'open', closedAt: null });
      return { status: 'open' };
    });
  }

  /**
   * The agent answers again, and hands over after as many questions without an answer as at the beginning. Takes no version, and
   * leaves a conversation that the agent has as it is. @throws NotFound 404, AgentAnswersNoMail 409
   */
  giveBack(scope: WorkspaceScope, conversationId: string): Promise<ConversationDto> {
    return this.change(scope, conversationId, null, async ({ id, handler, channel }) => {
      if (handler === 'agent') return null;
      if (channel === 'email') throw new AgentAnswersNoMail();
      await this.writer.update(scope.workspaceId, id, { handler: 'agent', consecutiveNoAnswers: 0 });
      return { handler: 'agent' };
    });
  }

  /** Marks messages up to this time as read, or all of them. @throws NotFound 404 */
  markRead(member: Member, conversationId: string, readUpTo: string | null): Promise<ConversationReadDto> {
    return this.conversations.upsertReadDto(member, conversationId, readUpTo);
  }

  /** Marks messages from this one on as unread. @throws NotFound 404, MessageUnknown 400 */
  async markUnread(
    member: Member,
    conversationId: string,
    fromMessageId: string | null,
  ): Promise<ConversationUnreadDto> {
    const marked = await this.conversations.updateReadDto(member, conversationId, fromMessageId);
    if (marked) return marked;
    throw fromMessageId === null ? new NotFound() : new MessageUnknown('/fromMessageId');
  }

  /** `change` runs under the lock of the conversation and returns what it has changed; null: nothing. */
  private change(
    scope: WorkspaceScope,
    conversationId: string,
    expectedVersion: number | null,
    change: (conversation: ConversationRecord) => Promise<Partial<ConversationRecord> | null>,
  ): Promise<ConversationDto> {
    return this.work.run(async () => {
      const conversation = await this.writer.requireLocked(scope, conversationId);
      const { id, version } = conversation;
      if (expectedVersion !== null && expectedVersion !== version) throw new VersionConflict(version);
      const changed = await change(conversation);
      if (changed) this.writer.publishChange(conversation, changed);
      return this.get(scope, id);
    });
  }

  private save(
    { workspaceId, id }: ConversationRecord,
    change: Pick<ConversationRecord, 'subject' | 'assigneeMemberId' | 'contactId'>,
  ): Promise<void> {
    const saving = this.writer.update(workspaceId, id, change);
    return onViolation('conversations_assignee_member_id_fkey', saving, () => new AssigneeNotAllowed());
  }

  /** The answers of the former contact still belong to the conversation. */
  private async keepAsParticipant({ workspaceId, id, contactId }: ConversationRecord): Promise<void> {
    const former = contactId === null ? null : await this.contacts.findMailbox(workspaceId, contactId);
    if (former) await this.writer.addParticipants(workspaceId, id, [former]);
  }

  publishAssigned(conversation: ConversationRecord, memberId: string, actorMemberId: string): void {
    const { workspaceId, agentId, id: conversationId, version } = conversation;
    this.events.publish(
      new ConversationAssigned({ workspaceId, agentId, conversationId, version, memberId, actorMemberId }),
    );
  }

  /** @throws AssigneeNotAllowed 400 */
  async ensureAssignable(
    { workspaceId, agentId }: Pick<ConversationRecord, 'workspaceId' | 'agentId'>,
    memberId: string | null,
  ): Promise<void> {
    if (memberId === null) return;
    const scope = await this.members.scopeOf(workspaceId, memberId);
    if (!scope || !canAccessAgent(scope, agentId)) throw new AssigneeNotAllowed();
  }
}
