import { Injectable } from '@nestjs/common';
import { newId } from '../../common/database/uuid';
import type { KnowledgeGap } from './knowledge-gap.entity';
import { KnowledgeGapsRepository } from './knowledge-gaps.repository';

export interface GapPage {
  gaps: KnowledgeGap[];
  nextCursor: string | null;
}

/** What the sources lack: kept by chat turns, read by whoever writes the sources. */
@Injectable()
export class KnowledgeGapsService {
  constructor(private readonly gaps: KnowledgeGapsRepository) {}

  /** How many came of these conversations. */
  countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.gaps.countOf(workspaceId, conversationIds);
  }

  /** Erases what came of these conversations, which the caller has locked; their number. */
  eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.gaps.eraseOf(workspaceId, conversationIds);
  }

  /** Joins the caller's transaction. */
  async keep(gap: { workspaceId: string; agentId: string; conversationId: string; question: string }): Promise<void> {
    await this.gaps.insert({ ...gap, id: newId() });
  }

  async page(workspaceId: string, agentId: string, cursor: string | undefined, limit: number): Promise<GapPage> {
    const found = await this.gaps.page(workspaceId, agentId, cursor, limit + 1);
    const gaps = found.slice(0, limit);
    return { gaps, nextCursor: found.length > limit ? (gaps.at(-1)?.id ?? null) : null };
  }
}
