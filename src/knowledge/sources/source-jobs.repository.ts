import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Lease } from '../../common/jobs/lease';
import type { Language } from '../language/language';
import type { SourceFailure } from './source-failure';
import type { SourceKey, SourceType } from './source.types';

/** A source that this process may index until its lease ends. */
export interface SourceClaim extends SourceKey {
  type: SourceType;
  name: string;
  mediaType: string | null;
  languageWanted: Language | null;
  /** Of the index that serves; the next one is one more. */
  indexGeneration: number;
  /** How often it was claimed since it was queued, this time included. */
  attempts: number;
  /** Tells this claim from an earlier or later one of the same source. */
  fence: string;
}

export const SOURCE_LEASE = new Lease(20);

/** The queue of sources, which is the table of sources itself. */
@Injectable()
export class SourceJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The source that waits longest, or whose worker died; null where there is none. */
  async claim(): Promise<SourceClaim | null> {
    const [claim] = await this.work.query<SourceClaim>(
      `WITH next AS (
         SELECT workspace_id, agent_id, id FROM knowledge_sources
         WHERE status = 'queued' OR (status = 'processing' AND lease_ends_at < now())
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE knowledge_sources s SET status = 'processing', fence = s.fence + 1, attempts = s.attempts + 1,
           lease_ends_at = now() + ${SOURCE_LEASE.interval}, updated_at = now()
         FROM next WHERE s.workspace_id = next.workspace_id AND s.agent_id = next.agent_id AND s.id = next.id
         RETURNING s.*
       ) SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id, type, name, media_type AS "mediaType",
           language_wanted AS "languageWanted", index_generation AS "indexGeneration", attempts, fence
         FROM claimed`,
    );
    return claim ?? null;
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's. */
  async renew({ workspaceId, agentId, id, fence }: SourceClaim): Promise<void> {
    await this.work.query(
      `UPDATE knowledge_sources SET lease_ends_at = now() + ${SOURCE_LEASE.interval}
       WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'processing' AND fence = $4`,
      [workspaceId, agentId, id, fence],
    );
  }

  async content({ workspaceId, agentId, id }: SourceKey): Promise<Buffer | null> {
    const [row] = await this.work.query<{ content: Buffer }>(
      'SELECT content FROM knowledge_contents WHERE workspace_id = $1 AND agent_id = $2 AND source_id = $3',
      [workspaceId, agentId, id],
    );
    return row?.content ?? null;
  }

  /** Lets the new index serve; false where the claim is no longer this process's, whose work must then be undone. */
  async finish(
    { workspaceId, agentId, id, fence, indexGeneration }: SourceClaim,
    { text, language, chunkCount }: { text: string; language: Language; chunkCount: number },
  ): Promise<boolean> {
    const rows = await this.work.query(
      `WITH finished AS (
         UPDATE knowledge_sources SET status = 'ready', lease_ends_at = NULL, index_generation = $5, language = $6,
           chunk_count = $7, last_indexed_at = clock_timestamp(), failure_class = NULL, failure_message = NULL,
           failure_at = NULL, updated_at = clock_timestamp()
         WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'processing' AND fence = $4
         RETURNING id
       ), stored AS (
         UPDATE knowledge_contents SET text = $8
         WHERE workspace_id = $1 AND agent_id = $2 AND source_id = (SELECT id FROM finished)
       ) SELECT id FROM finished`,
      [workspaceId, agentId, id, fence, indexGeneration + 1, language, chunkCount, text],
    );
    return rows.length > 0;
  }

  /** The last good index stays as it is and serves on. */
  async fail({ workspaceId, agentId, id, fence }: SourceClaim, failure: SourceFailure): Promise<void> {
    await this.work.query(
      `UPDATE knowledge_sources SET status = 'failed', lease_ends_at = NULL, failure_class = $5, failure_message = $6,
         failure_at = now(), updated_at = now()
       WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'processing' AND fence = $4`,
      [workspaceId, agentId, id, fence, failure.failureClass, failure.message],
    );
  }

  /** After a failure that is not the source's fault: another attempt in a little while. */
  async postpone({ workspaceId, agentId, id, fence }: SourceClaim): Promise<void> {
    await this.work.query(
      `UPDATE knowledge_sources SET lease_ends_at = now() + interval '10 seconds'
       WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'processing' AND fence = $4`,
      [workspaceId, agentId, id, fence],
    );
  }

  /** A removed source whose index is still there. Not locked: clearing it twice does no harm. */
  async nextRemoved(): Promise<SourceKey | null> {
    const [source] = await this.work.query<SourceKey>(
      `SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id FROM knowledge_sources
       WHERE status = 'deleting' ORDER BY due_at LIMIT 1`,
    );
    return source ?? null;
  }

  async deleteRemoved({ workspaceId, agentId, id }: SourceKey): Promise<void> {
    await this.work.query(
      `DELETE FROM knowledge_sources WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND status = 'deleting'`,
      [workspaceId, agentId, id],
    );
  }
}
