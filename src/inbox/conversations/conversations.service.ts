import { Injectable } from '@nestjs/common';
import { ConversationAssigned, ConversationUpdated } from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { VersionConflict } from '../../common/errors/domain-error';
import { assigneeOf } from '../../common/http/assignee-query.decorator';
import { JsonText } from '../../common/request/json-text';
import { canAccessAgent, type Member, type WorkspaceScope } from '../../common/request/principal';
import { MembersService } from '../../workspaces/members/members.service';
import { ContactSearch } from './contacts.port';
import type { ListConversationsQuery, UpdateConversationInput } from './conversation-input.dto';
import { ConversationListsRepository } from './conversation-lists.repository';
import type { ConversationFilter } from './conversation-lists.sql';
import { ConversationReadsRepository } from './conversation-reads.repository';
import type { ConversationDto, ConversationReadDto } from './conversation.dto';
import type { Conversation } from '../../conversations/conversation.entity';
import { AgentAnswersNoMail, AssigneeNotAllowed, LiveRequestsRemain } from './conversations.errors';
import { ConversationSearchRepository } from './conversation-search.repository';
import { ConversationsRepository } from '../../conversations/conversations.repository';

/** Contacts that a search of conversations follows: whoever means more has yet to say whom they mean. */
const MOST_CONTACTS = 1_000;

/** Conversations as the members of a workspace work on them. A restricted member sees those of their agents only. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly lists: ConversationListsRepository,
    private readonly reads: ConversationReadsRepository,
    private readonly members: MembersService,
    private readonly contacts: ContactSearch,
    private readonly search: ConversationSearchRepository,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /** A page, newest first, as JSON. */
  async list(member: Member, query: ListConversationsQuery): Promise<JsonText> {
    const { limit, cursor, sort = 'activity' } = query;
    const filter = await this.filterOf(member, query);
    const isEmpty = filter.agentIds?.length === 0;
    const { conversations, nextCursor } = isEmpty
      ? { conversations: [], nextCursor: null }
      : await this.lists.page(filter, { sort, limit, cursor });
    return new JsonText(`{"conversations":[${conversations.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`);
  }

  get(scope: WorkspaceScope, conversationId: string): Promise<ConversationDto> {
    return this.conversations.requireDto(scope, conversationId);
  }

  /** @throws NotFound 404 where the caller does not see it */
  require(scope: WorkspaceScope, conversationId: string): Promise<Conversation> {
    return this.conversations.require(scope, conversationId);
  }

  /**
   * The same, until the transaction ends. Who also locks the contact or its agents does that before (decision 0102).
   *
   * @throws NotFound 404 where the caller does not see it
   */
  requireLocked(scope: WorkspaceScope, conversationId: string): Promise<Conversation> {
    return this.conversations.requireLocked(scope, conversationId);
  }

  /** @throws NotFound 404, VersionConflict 409, AssigneeNotAllowed 400 */
  update(member: Member, conversationId: string, input: UpdateConversationInput): Promise<ConversationDto> {
    return this.work.run(async () => {
      // Whoever is assigned neither leaves nor loses the agent meanwhile.
      if (input.assigneeMemberId) await this.members.lockMembers(member.workspaceId);
      return this.change(member, conversationId, input.expectedVersion, async (conversation) => {
        const { subject = conversation.subject } = input;
        const assigneeMemberId =
          input.assigneeMemberId === undefined
            ? conversation.assigneeMemberId
            : (input.assigneeMemberId?.toLowerCase() ?? null);
        const isReassigned = assigneeMemberId !== conversation.assigneeMemberId;
        if (!isReassigned && subject === conversation.subject) return false;
        if (isReassigned) await this.ensureAssignable(conversation, assigneeMemberId);
        await this.conversations.update(member.workspaceId, conversation.id, { subject, assigneeMemberId });
        if (isReassigned && assigneeMemberId) this.publishAssigned(conversation, assigneeMemberId, member.memberId);
        return true;
      });
    });
  }

  /** One that is closed already stays as it is. @throws NotFound 404, VersionConflict, LiveRequestsRemain 409 */
  close(scope: WorkspaceScope, conversationId: string, expectedVersion: number): Promise<ConversationDto> {
    return this.change(scope, conversationId, expectedVersion, async ({ id, status, liveSupportRequestCount }) => {
      if (status === 'closed') return false;
      if (liveSupportRequestCount > 0) throw new LiveRequestsRemain(liveSupportRequestCount);
      await this.conversations.close(scope.workspaceId, id);
      return true;
    });
  }

  /** One that is not closed stays as it is. @throws NotFound 404, VersionConflict 409 */
  reopen(scope: WorkspaceScope, conversationId: string, expectedVersion: number): Promise<ConversationDto> {
    return this.change(scope, conversationId, expectedVersion, async ({ id, status }) => {
      if (status !== 'closed') return false;
      await this.conversations.update(scope.workspaceId, id, { status: 'open', closedAt: null });
      return true;
    });
  }

  /**
   * The agent answers again, with as much patience as at the beginning. Without a version: whatever else has changed, it is the
   * same wish, and one that the agent has already stays as it is. @throws NotFound 404, AgentAnswersNoMail 409
   */
  giveBack(scope: WorkspaceScope, conversationId: string): Promise<ConversationDto> {
    return this.change(scope, conversationId, null, async ({ id, handler, channel }) => {
      if (handler === 'agent') return false;
      if (channel === 'email') throw new AgentAnswersNoMail();
      await this.conversations.update(scope.workspaceId, id, { handler: 'agent', consecutiveNoAnswers: 0 });
      return true;
    });
  }

  /** Up to this time, or all of it. @throws NotFound 404 */
  markRead(member: Member, conversationId: string, readUpTo: string | null): Promise<ConversationReadDto> {
    return this.reads.upsertDto(member, conversationId, readUpTo);
  }

  /**
   * Support requests of a conversation have become live (more than 0), which opens it, or have ended. The caller holds its
   * lock. How many are live now.
   */
  addLiveRequests(workspaceId: string, conversationId: string, more: number): Promise<number> {
    return this.conversations.updateLiveRequests(workspaceId, conversationId, more);
  }

  /** `change` runs under the conversation's lock and says whether it changed anything. */
  private change(
    scope: WorkspaceScope,
    conversationId: string,
    expectedVersion: number | null,
    change: (conversation: Conversation) => Promise<boolean>,
  ): Promise<ConversationDto> {
    return this.work.run(async () => {
      const conversation = await this.requireLocked(scope, conversationId);
      const { workspaceId, agentId, id, version } = conversation;
      if (expectedVersion !== null && expectedVersion !== version) throw new VersionConflict(version);
      if (await change(conversation)) {
        this.events.publish(new ConversationUpdated({ workspaceId, agentId, conversationId: id }));
      }
      return this.get(scope, id);
    });
  }

  private publishAssigned(conversation: Conversation, memberId: string, actorMemberId: string): void {
    const { workspaceId, agentId, id: conversationId, version } = conversation;
    this.events.publish(
      new ConversationAssigned({ workspaceId, agentId, conversationId, version, memberId, actorMemberId }),
    );
  }

  private async ensureAssignable({ workspaceId, agentId }: Conversation, memberId: string | null): Promise<void> {
    if (memberId === null) return;
    const scope = await this.members.scopeOf(workspaceId, memberId);
    if (!scope || !canAccessAgent(scope, agentId)) throw new AssigneeNotAllowed();
  }

  private async filterOf(member: Member, query: ListConversationsQuery): Promise<ConversationFilter> {
    const { workspaceId, memberId, agentIds } = member;
    const { status, assignee, agentId, channel, handler, label, unread, search } = query;
    return {
      workspaceId,
      agentIds: agentId === undefined ? agentIds : [agentId.toLowerCase()].filter((id) => canAccessAgent(member, id)),
      status,
      assigneeMemberId: assigneeOf(assignee, memberId),
      channel,
      handler,
      labelId: label,
      read: unread === undefined ? undefined : { memberId, all: !unread },
      search: search === undefined ? undefined : await this.searchOf(member, search),
    };
  }

  private async searchOf(member: Member, text: string): Promise<ConversationFilter['search']> {
    const [contactIds, conversationIds] = await Promise.all([
      this.contacts.listIdsWithText(member, text, MOST_CONTACTS),
      this.search.listIdsWithWords(member.workspaceId, text),
    ]);
    return { text, contactIds, conversationIds };
  }
}
