import { Injectable } from '@nestjs/common';
import { Any, Not } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { SupportRequest } from './support-request.entity';

/** The table support_requests. */
@Injectable()
export class SupportRequestsRepository {
  constructor(private readonly work: UnitOfWork) {}

  countInConversations(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.work.manager.countBy(SupportRequest, { workspaceId, conversationId: Any(conversationIds) });
  }

  /** How many there were. */
  async deleteInConversations(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    const which = { workspaceId, conversationId: Any(conversationIds) };
    return (await this.work.manager.delete(SupportRequest, which)).affected ?? 0;
  }

  /** Those that have not ended, oldest first; as many as people and hand-overs open. */
  listLive(workspaceId: string, conversationId: string): Promise<SupportRequest[]> {
    return this.work.manager.find(SupportRequest, {
      where: { workspaceId, conversationId, state: Not('ended' as const) },
      order: { id: 'ASC' },
    });
  }

  /** The oldest that has not ended. */
  findLive(workspaceId: string, conversationId: string): Promise<SupportRequest | null> {
    return this.work.manager.findOne(SupportRequest, {
      where: { workspaceId, conversationId, state: Not('ended' as const) },
      order: { id: 'ASC' },
    });
  }

  /** The id of the new one. */
  async insert(
    request: Pick<SupportRequest, 'workspaceId' | 'conversationId' | 'agentId' | 'subject'>,
  ): Promise<string> {
    const id = newId();
    await this.work.manager.insert(SupportRequest, { ...request, id });
    return id;
  }
}
