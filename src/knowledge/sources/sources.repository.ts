import { Injectable } from '@nestjs/common';
import { LessThan, Not } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { Source } from './source.entity';
import type { SourceKey } from './source.types';

/** Sources as callers see them: one that was removed is not there, though the worker has yet to clear it away. */
@Injectable()
export class SourcesRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(source: Partial<Source> & SourceKey, content: Buffer): Promise<void> {
    await this.work.manager.insert(Source, source);
    await this.work.query(
      'INSERT INTO knowledge_contents (workspace_id, agent_id, source_id, content) VALUES ($1, $2, $3, $4)',
      [source.workspaceId, source.agentId, source.id, content],
    );
  }

  find(workspaceId: string, agentId: string, sourceId: string): Promise<Source | null> {
    return this.work.manager.findOneBy(Source, {
      workspaceId,
      agentId: uuidOrNil(agentId),
      id: uuidOrNil(sourceId),
      status: Not('deleting' as const),
    });
  }

  /** Newest first. */
  page(workspaceId: string, agentId: string, { limit, cursor }: PageRequest): Promise<Page<Source>> {
    const where = {
      workspaceId,
      agentId: uuidOrNil(agentId),
      status: Not('deleting' as const),
      ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
    };
    const read = (take: number): Promise<Source[]> =>
      this.work.manager.find(Source, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  async exists(workspaceId: string, agentId: string, sourceId: string): Promise<boolean> {
    const rows = await this.work.query(
      `SELECT 1 FROM knowledge_sources WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status <> 'deleting'`,
      [workspaceId, uuidOrNil(agentId), uuidOrNil(sourceId)],
    );
    return rows.length > 0;
  }

  /** The text that the serving index was made from; null where there is none yet. */
  async text({ workspaceId, agentId, id }: SourceKey): Promise<string | null> {
    const [row] = await this.work.query<{ text: string | null }>(
      'SELECT text FROM knowledge_contents WHERE workspace_id = $1 AND agent_id = $2 AND source_id = $3',
      [workspaceId, agentId, id],
    );
    return row?.text ?? null;
  }

  /** Puts a source that is not being worked on into the queue; false where it is, or is not there. */
  async enqueue({ workspaceId, agentId, id }: SourceKey): Promise<boolean> {
    const rows = await this.work.query(
      `WITH queued AS (
         UPDATE knowledge_sources SET status = 'queued', due_at = now(), attempts = 0, updated_at = now()
         WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status IN ('ready', 'failed')
         RETURNING id
       ) SELECT id FROM queued`,
      [workspaceId, agentId, id],
    );
    return rows.length > 0;
  }

  /** From this commit on no answer uses the source, and whoever is indexing it will find out; false: it was gone. */
  async markRemoved(workspaceId: string, agentId: string, sourceId: string): Promise<boolean> {
    const rows = await this.work.query(
      `WITH removed AS (
         UPDATE knowledge_sources SET status = 'deleting', due_at = now(), attempts = 0, fence = fence + 1,
           lease_ends_at = NULL, updated_at = now()
         WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status <> 'deleting'
         RETURNING id
       ) SELECT id FROM removed`,
      [workspaceId, uuidOrNil(agentId), uuidOrNil(sourceId)],
    );
    return rows.length > 0;
  }
}
