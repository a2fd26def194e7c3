import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Member } from '../common/request/principal';
import type { LiveRequestFilter, LiveRequests, RequestsEnding } from '../inbox/conversations/live-requests.port';
import { RequestChangesService } from './request-changes.service';
import { RequestListsRepository } from './request-lists.repository';
import { SupportRequestsRepository } from './support-requests.repository';

const CLOSED = 'The conversation was closed.';

/** The live support requests of conversations, for the inbox. */
@Injectable()
export class LiveRequestsService implements LiveRequests {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly lists: RequestListsRepository,
    private readonly changes: RequestChangesService,
    private readonly work: UnitOfWork,
  ) {}

  async endAll(
    { workspaceId, memberId }: Pick<Member, 'workspaceId' | 'memberId'>,
    conversationId: string,
    { disposition, note, reason }: RequestsEnding,
  ): Promise<void> {
    const live = await this.requests.listLive(workspaceId, conversationId);
    const now = await databaseTime(this.work);
    for (const one of live) {
      const request = await this.changes.resumed(one, now);
      // A member may have dated the transition before a little ahead.
      const occurredAt = now > request.stateSince ? now : request.stateSince;
      const cause = { memberId, reason: reason ?? CLOSED, occurredAt, recordedAt: now };
      await this.changes.move(request, { kind: 'end', disposition, note }, cause);
    }
  }

  listNextClocks(workspaceId: string, conversationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.lists.listNextClocks(workspaceId, conversationIds);
  }

  listConversationIds(
    member: Pick<Member, 'workspaceId' | 'agentIds'>,
    filter: LiveRequestFilter,
    most: number,
  ): Promise<string[]> {
    return this.lists.listConversationIds(member, filter, most);
  }
}
