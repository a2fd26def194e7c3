import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AgentKey } from '../retrieval/queryable';
import { EXISTS_LEXEME_BEYOND } from './source-usage.sql';
import { Source } from './source.entity';

export interface SourceUsage {
  sources: number;
  bytes: number;
}

/** The number and size of a workspace's sources. */
@Injectable()
export class SourceUsageRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Sources of the workspace that were not removed, with the pages of sitemaps, and the bytes they were made of. */
  async findUsage(workspaceId: string): Promise<SourceUsage> {
    const row = await this.work.manager
      .createQueryBuilder(Source, 's')
      .select('count(*)', 'sources')
      .addSelect(`coalesce(sum(s.sizeBytes) FILTER (WHERE s.type <> 'sitemap'), 0)`, 'bytes')
      .where({ workspaceId, status: Not('deleting' as const) })
      .getRawOne<{ sources: string; bytes: string }>();
    return { sources: Number(row?.sources), bytes: Number(row?.bytes) };
  }

  /** Whether the agent knows more than `limit` different lexemes. */
  async existsLexemeBeyond({ workspaceId, agentId }: AgentKey, limit: number): Promise<boolean> {
    return (await this.work.query(EXISTS_LEXEME_BEYOND, [workspaceId, agentId, limit])).length > 0;
  }
}
