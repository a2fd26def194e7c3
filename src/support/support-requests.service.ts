import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { databaseTime } from '../common/database/database-time';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound, VersionConflict } from '../common/errors/domain-error';
import { DomainEvents } from '../common/events/domain-events';
import { assigneeOf, memberIdOf } from '../common/http/named-member';
import { JsonText } from '../common/request/json-text';
import { canAccessAgent, type Member, type WorkspaceScope } from '../common/request/principal';
import { ConversationQueries, type ConversationRecord } from '../conversations/conversation-queries.service';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { MembersService } from '../workspaces/members/members.service';
import type { HistoryEntry } from './history-entry.entity';
import { HistoryRepository } from './history.repository';
import { RequestChangesService } from './request-changes.service';
import { type ListedRequests, RequestListsRepository } from './request-lists.repository';
import type {
  CreateSupportRequestInput,
  ListSupportRequestsQuery,
  UpdateSupportRequestInput,
} from './support-request-input.dto';
import { LiveSupportRequestsDto, type SupportRequestDto } from './support-request.dto';
import type { SupportRequest } from './support-request.entity';
import { RequestAssigneeNotAllowed, UnknownConversation } from './support-requests.errors';
import { SupportRequestsRepository } from './support-requests.repository';

/** Support requests as members work on them. A restricted member sees those of their agents only. */
@Injectable()
export class SupportRequestsService {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly lists: RequestListsRepository,
    private readonly history: HistoryRepository,
    private readonly changes: RequestChangesService,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly members: MembersService,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /**
   * A conversation that is closed is opened again.
   *
   * @throws UnknownConversation 400, TooManyLiveRequests 409
   */
  async create(member: Member, input: CreateSupportRequestInput): Promise<SupportRequestDto> {
    const { subject = null, priority = 'normal' } = input;
    return this.work.run(async () => {
      const { workspaceId, id: conversationId, agentId } = await this.lockedConversation(member, input.conversationId);
      const now = await databaseTime(this.work);
      const cause = { memberId: member.memberId, reason: null, occurredAt: now, recordedAt: now };
      const opened = { workspaceId, conversationId, agentId, subject };
      const { id } = await this.changes.open(opened, { origin: 'member', priority }, cause);
      return this.getChanged(member, id);
    });
  }

  /** @throws NotFound 404 */
  async get(scope: WorkspaceScope, requestId: string): Promise<SupportRequestDto> {
    const { workspaceId, id } = await this.requests.require(scope, requestId);
    const [shown] = await this.lists.listDtos(workspaceId, [id]);
    if (!shown) throw new NotFound();
    return shown;
  }

  /** A request that this transaction has changed, with its clocks: runs the subscribers of its events first. @throws NotFound 404 */
  async getChanged(scope: WorkspaceScope, requestId: string): Promise<SupportRequestDto> {
    await this.events.settle();
    return this.get(scope, requestId);
  }

  /** A page, newest first or what is due first. */
  async list(member: Member, query: ListSupportRequestsQuery): Promise<JsonText> {
    const { workspaceId, agentIds } = member;
    const { limit, cursor, sort = 'created', state, priority, assignee, agentId, breaching } = query;
    const visible =
      agentId === undefined ? agentIds : [agentId.toLowerCase()].filter((id) => canAccessAgent(member, id));
    if (visible?.length === 0) return jsonOf({ requests: [], nextCursor: null });
    const assigneeMemberId = assigneeOf(assignee, member);
    const filter = { workspaceId, agentIds: visible, state, priority, assigneeMemberId, breaching };
    return jsonOf(await this.lists.pageJson(filter, { sort, limit, cursor }));
  }

  /** Of a conversation that the caller sees, oldest first. @throws NotFound 404 */
  async listLive(scope: WorkspaceScope, namedConversationId: string): Promise<LiveSupportRequestsDto> {
    const { id: conversationId } = await this.queries.require(scope, namedConversationId);
    const live = await this.requests.listLive(scope.workspaceId, conversationId);
    const ids = live.map(({ id }) => id);
    return LiveSupportRequestsDto.from(conversationId, await this.lists.listDtos(scope.workspaceId, ids));
  }

  /** Oldest first. @throws NotFound 404 */
  async pageHistory(scope: WorkspaceScope, requestId: string, page: PageRequest): Promise<Page<HistoryEntry>> {
    const { id } = await this.requests.require(scope, requestId);
    return this.history.page(scope.workspaceId, id, page);
  }

  /**
   * What it says, not where it stands. Another priority may have another policy, against which its clocks then run.
   *
   * @throws NotFound 404, RequestAssigneeNotAllowed 400, VersionConflict 409
   */
  async update(member: Member, requestId: string, input: UpdateSupportRequestInput): Promise<SupportRequestDto> {
    return this.work.run(async () => {
      if (input.assigneeMemberId) await this.lockMembers(member);
      const request = await this.requireLocked(member, requestId);
      if (input.expectedVersion !== request.version) throw new VersionConflict(request.version);
      this.audit.before(request);
      const { subject, priority } = input;
      const assigneeMemberId = memberIdOf(input.assigneeMemberId, member);
      const change = {
        ...(subject === undefined || subject === request.subject ? {} : { subject }),
        ...(priority === undefined || priority === request.priority ? {} : { priority }),
        ...(assigneeMemberId === undefined || assigneeMemberId === request.assigneeMemberId
          ? {}
          : { assigneeMemberId }),
      };
      // Its clocks may have moved, if the lock has resumed the request.
      if (Object.keys(change).length === 0) return this.getChanged(member, request.id);
      await this.ensureAssignable(request, change.assigneeMemberId ?? null, '/assigneeMemberId');
      const now = await databaseTime(this.work);
      const cause = { memberId: member.memberId, reason: null, occurredAt: now, recordedAt: now };
      await this.changes.edit(request, change, cause);
      return this.getChanged(member, request.id);
    });
  }

  /**
   * The request, after its conversation, until the transaction ends; gone on where the time for that has come.
   *
   * @throws NotFound 404
   */
  async requireLocked(scope: WorkspaceScope, requestId: string): Promise<SupportRequest> {
    const { conversationId } = await this.requests.require(scope, requestId);
    await this.conversations.requireLocked(scope, conversationId);
    const request = await this.requests.require(scope, requestId);
    return request.resumeAt === null ? request : this.changes.resumed(request, await databaseTime(this.work));
  }

  /** Keeps members and their agents as they are until the transaction ends. Call it before a conversation is locked. */
  lockMembers({ workspaceId }: WorkspaceScope): Promise<void> {
    return this.members.lockMembers(workspaceId);
  }

  /** `path`: where the body names the member. @throws RequestAssigneeNotAllowed 400 */
  async ensureAssignable(request: SupportRequest, memberId: string | null, path: string): Promise<void> {
    if (memberId === null) return;
    const scope = await this.members.scopeOf(request.workspaceId, memberId);
    if (!scope || !canAccessAgent(scope, request.agentId)) throw new RequestAssigneeNotAllowed(path);
  }

  /** Whom the body names, not the path. @throws UnknownConversation 400 */
  private async lockedConversation(member: Member, conversationId: string): Promise<ConversationRecord> {
    try {
      return await this.conversations.requireLocked(member, conversationId);
    } catch (error) {
      if (error instanceof NotFound) throw new UnknownConversation();
      throw error;
    }
  }
}

function jsonOf({ requests, nextCursor }: ListedRequests): JsonText {
  return new JsonText(`{"supportRequests":[${requests.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}
