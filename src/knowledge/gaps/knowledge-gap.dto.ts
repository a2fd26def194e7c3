import type { Page } from '../../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import type { KnowledgeGap } from './knowledge-gap.entity';

export class ListKnowledgeGapsQuery {
  @PageLimit({ fallback: 20, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class KnowledgeGapDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /**
   * The customer's question, verbatim.
   * @example "Do you ship to Iceland?"
   */
  question: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from(gap: KnowledgeGap): KnowledgeGapDto {
    return {
      id: gap.id,
      agentId: gap.agentId,
      conversationId: gap.conversationId,
      question: gap.question,
      createdAt: gap.createdAt.toISOString(),
    };
  }
}

export class KnowledgeGapPageDto {
  gaps: KnowledgeGapDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<KnowledgeGap>): KnowledgeGapPageDto {
    return { gaps: rows.map((gap) => KnowledgeGapDto.from(gap)), nextCursor };
  }
}
