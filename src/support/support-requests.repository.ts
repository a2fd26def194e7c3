import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, Not, type QueryDeepPartialEntity } from 'typeorm';
import { onViolation } from '../common/database/constraint-violation';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { Queues } from '../common/jobs/queues';
import type { WorkspaceScope } from '../common/request/principal';
import type { LostReach } from '../workspaces/members/member-events';
import { SupportRequest } from './support-request.entity';
import { RequestAssigneeNotAllowed } from './support-requests.errors';
import { FIND_RESUMABLE, LIST_CONCERNED, UNASSIGN_SOME_REQUESTS, UPDATE_DUE } from './support-requests.sql';

export type RequestKey = Pick<SupportRequest, 'workspaceId' | 'id' | 'conversationId'>;

/** A request that has lost its assignee. */
export type UnassignedRequest = Pick<
  SupportRequest,
  | ('workspaceId' | 'agentId' | 'conversationId' | 'version')
  | ('state' | 'priority' | 'episodeNumber' | 'waitingOn' | 'dispositionCode')
> & { supportRequestId: string };

/** Requests that one statement unassigns. */
const UNASSIGNED_AT_ONCE = 1_000;

/** The table support_requests. */
@Injectable()
export class SupportRequestsRepository {
  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const waiting = { where: 'resume_at <= now()', since: 'resume_at' };
    queues.register({ queue: 'support_resumptions', table: 'support_requests', states: { waiting } });
  }

  exists(scope: WorkspaceScope, id: string): Promise<boolean> {
    return this.work.manager.existsBy(SupportRequest, visible(scope, id));
  }

  /** @throws NotFound */
  async require(scope: WorkspaceScope, id: string): Promise<SupportRequest> {
    return required(await this.work.manager.findOneBy(SupportRequest, visible(scope, id)));
  }

  /** Null: gone. The caller holds the conversation's lock, so that no other transaction changes the row. */
  find(workspaceId: string, id: string): Promise<SupportRequest | null> {
    return this.work.manager.findOneBy(SupportRequest, { workspaceId, id });
  }

  countInConversations(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.work.manager.countBy(SupportRequest, { workspaceId, conversationId: Any(conversationIds) });
  }

  /** As many as there are in these conversations. */
  listInConversations(workspaceId: string, conversationIds: readonly string[]): Promise<SupportRequest[]> {
    return this.work.manager.findBy(SupportRequest, { workspaceId, conversationId: Any(conversationIds) });
  }

  async deleteInConversations(workspaceId: string, conversationIds: readonly string[]): Promise<void> {
    await this.work.manager.delete(SupportRequest, { workspaceId, conversationId: Any(conversationIds) });
  }

  /** Those that have not ended, oldest first; at most as many as a conversation may have. */
  listLive(workspaceId: string, conversationId: string): Promise<SupportRequest[]> {
    return this.work.manager.find(SupportRequest, {
      where: { workspaceId, conversationId, state: Not('ended' as const) },
      order: { id: 'ASC' },
    });
  }

  /** The requests that are live, have ended since a message was written, or have a milestone record of it. */
  async listConcerned(
    { workspaceId, conversationId, messageId }: { workspaceId: string; conversationId: string; messageId: string },
    writtenAt: Date,
  ): Promise<SupportRequest[]> {
    const parameters = [workspaceId, conversationId, writtenAt, messageId];
    const found = await this.work.prepared<{ id: string }>(LIST_CONCERNED, parameters);
    if (found.length === 0) return [];
    return this.work.manager.findBy(SupportRequest, { workspaceId, id: Any(found.map(({ id }) => id)) });
  }

  /** The one that ended last. */
  findLastEnded(workspaceId: string, conversationId: string): Promise<SupportRequest | null> {
    return this.work.manager.findOne(SupportRequest, {
      where: { workspaceId, conversationId, state: 'ended' },
      order: { endedAt: 'DESC', id: 'DESC' },
    });
  }

  /** One whose time to go on has come, of any workspace, but for these. Not locked: read it again before you resume it. */
  async findResumable(failed: readonly RequestKey[]): Promise<RequestKey | null> {
    const [due] = await this.work.prepared<RequestKey>(FIND_RESUMABLE, [
      failed.map(({ workspaceId }) => workspaceId),
      failed.map(({ id }) => id),
    ]);
    return due ?? null;
  }

  /** The conversations of requests that a member loses: as many as they have. */
  async listConversationIdsOfLost({ workspaceId, memberId, visibleAgentIds }: LostReach): Promise<string[]> {
    const rows = await this.work.manager
      .createQueryBuilder(SupportRequest, 'r')
      .select('r.conversationId', 'conversationId')
      .distinct()
      .where({ workspaceId, assigneeMemberId: memberId, agentId: Not(Any(visibleAgentIds)) })
      .getRawMany<{ conversationId: string }>();
    return rows.map(({ conversationId }) => conversationId);
  }

  /** Takes some of their requests from a member, with an entry of their history: which. One statement. */
  async unassignSome(
    { workspaceId, memberId, visibleAgentIds }: LostReach,
    { reason, recordedAt }: { reason: string; recordedAt: Date },
  ): Promise<UnassignedRequest[]> {
    const entries = Array.from({ length: UNASSIGNED_AT_ONCE }, () => newId());
    return this.work.query(UNASSIGN_SOME_REQUESTS, [
      workspaceId,
      memberId,
      entries,
      reason,
      recordedAt,
      visibleAgentIds,
    ]);
  }

  async insert(
    request: Pick<
      SupportRequest,
      'workspaceId' | 'conversationId' | 'agentId' | 'subject' | 'origin' | 'openedAt' | 'priority'
    >,
  ): Promise<SupportRequest> {
    const { openedAt } = request;
    const times = { stateSince: openedAt, createdAt: openedAt, updatedAt: openedAt };
    const made = this.work.manager.create(SupportRequest, {
      assigneeMemberId: null,
      waitingOn: null,
      resumeAt: null,
      dispositionCode: null,
      dispositionNote: null,
      dispositionMemberId: null,
      endedAt: null,
      dueAt: null,
      ...request,
      ...times,
      id: newId(),
      state: 'new' as const,
      episodeNumber: 1,
      version: 1,
    });
    await this.work.manager.insert(SupportRequest, made);
    return made;
  }

  /** `path`: where the body names the assignee. @throws RequestAssigneeNotAllowed where they have left the workspace */
  async update(
    { workspaceId, id }: Pick<SupportRequest, 'workspaceId' | 'id'>,
    change: QueryDeepPartialEntity<SupportRequest>,
    path = '/assigneeMemberId',
  ): Promise<void> {
    const changing = this.work.manager.update(SupportRequest, { workspaceId, id }, change);
    await onViolation('support_requests_assignee_member_id_fkey', changing, () => new RequestAssigneeNotAllowed(path));
  }

  /** Sets `dueAt` of each to the earliest time at which one of its clocks runs out. One statement. */
  async updateDue(requests: readonly Pick<UnassignedRequest, 'workspaceId' | 'supportRequestId'>[]): Promise<void> {
    const distinct = [...new Map(requests.map((one) => [one.supportRequestId, one])).values()];
    await this.work.prepared(UPDATE_DUE, [
      distinct.map(({ workspaceId }) => workspaceId),
      distinct.map(({ supportRequestId }) => supportRequestId),
    ]);
  }
}

function visible({ workspaceId, agentIds }: WorkspaceScope, id: string): FindOptionsWhere<SupportRequest> {
  return { workspaceId, id: uuidOrNil(id), ...(agentIds === null ? {} : { agentId: Any(agentIds) }) };
}
