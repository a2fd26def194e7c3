import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { KnowledgeGap } from './knowledge-gap.entity';

/** The table knowledge_gaps. */
@Injectable()
export class KnowledgeGapsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The id of the new gap. */
  async insert(gap: Omit<KnowledgeGap, 'id' | 'createdAt'>): Promise<string> {
    const id = newId();
    await this.work.manager.insert(KnowledgeGap, { ...gap, id });
    return id;
  }

  /** Newest first. */
  page(workspaceId: string, agentId: string, { limit, cursor }: PageRequest): Promise<Page<KnowledgeGap>> {
    const where = { workspaceId, agentId, ...(cursor === undefined ? {} : { id: LessThan(cursor) }) };
    const read = (take: number): Promise<KnowledgeGap[]> =>
      this.work.manager.find(KnowledgeGap, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  /** As many as there are ids. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<KnowledgeGap[]> {
    return this.work.manager.findBy(KnowledgeGap, { workspaceId, id: In([...ids]) });
  }

  /** The ids of those that were there. Of two callers at once, each gets other ones. */
  async delete(workspaceId: string, agentId: string, ids: readonly string[]): Promise<string[]> {
    const deleted = await this.work.manager
      .createQueryBuilder()
      .delete()
      .from(KnowledgeGap)
      .where({ workspaceId, agentId, id: In([...ids]) })
      .returning('id')
      .execute();
    return (deleted.raw as { id: string }[]).map(({ id }) => id);
  }

  /** The newest ones, newest first. */
  listNewest(workspaceId: string, agentId: string, most: number): Promise<KnowledgeGap[]> {
    return this.work.manager.find(KnowledgeGap, { where: { workspaceId, agentId }, order: { id: 'DESC' }, take: most });
  }
}
