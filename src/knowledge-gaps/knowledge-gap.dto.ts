import { ApiProperty } from '@nestjs/swagger';
import { ArrayMinSize } from 'class-validator';
import type { Page } from '../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../common/http/page-query';
import { Ids } from '../common/validation/plain-fields';
import { KnowledgeResultDto } from '../retrieval/knowledge.dto';
import type { GapGroup, GapGroups } from './gap-groups.service';
import type { KnowledgeGap } from './knowledge-gap.entity';

const EXAMPLES = 5;
const MOST_DISMISSED = 100;

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

export class ListKnowledgeGapGroupsQuery {
  @PageLimit({ fallback: 10, max: 25 })
  limit: number;
}

export class KnowledgeGapGroupDto {
  /**
   * The first question of the group, verbatim.
   * @example "Do you ship to Iceland?"
   */
  question: string;
  /** Gaps in the group. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 7 })
  count: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  firstAskedAt: string;
  /** @example "2026-02-01T14:05:00.000Z" */
  lastAskedAt: string;
  /** The newest of them with different questions, newest first; at most five. */
  examples: KnowledgeGapDto[];
  /** Ids of the newest gaps in the group, at most 100: `dismissKnowledgeGaps` takes them. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' } })
  gapIds: string[];
  /** The passage of the agent’s sources that is most relevant to `question`. null if they share no word. */
  @ApiProperty({ type: KnowledgeResultDto, nullable: true })
  closestPassage: KnowledgeResultDto | null;

  static from({ gaps, closest }: GapGroup): KnowledgeGapGroupDto {
    const [newest, oldest] = [gaps[0]!, gaps.at(-1)!];
    return {
      question: oldest.question,
      count: gaps.length,
      firstAskedAt: oldest.createdAt.toISOString(),
      lastAskedAt: newest.createdAt.toISOString(),
      examples: differentOf(gaps).map((gap) => KnowledgeGapDto.from(gap)),
      gapIds: gaps.slice(0, MOST_DISMISSED).map(({ id }) => id),
      closestPassage: closest && KnowledgeResultDto.from(closest),
    };
  }
}

export class KnowledgeGapGroupListDto {
  /** Largest first; of the same size, what was asked last first. */
  groups: KnowledgeGapGroupDto[];
  /** Number of groups, of which `groups` has the first. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 31 })
  total: number;
  /** Gaps that were grouped: the newest 500. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 112 })
  grouped: number;

  static from({ groups, total, grouped }: GapGroups): KnowledgeGapGroupListDto {
    return { groups: groups.map((group) => KnowledgeGapGroupDto.from(group)), total, grouped };
  }
}

export class DismissKnowledgeGapsInput {
  /**
   * At most 100. Ids of gaps that are gone already do no harm.
   * @example ["01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f"]
   */
  @Ids({ size: MOST_DISMISSED })
  @ArrayMinSize(1)
  gapIds: string[];
}

export class KnowledgeGapDismissalDto {
  /** Number of gaps that this call has dismissed. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_DISMISSED, example: 1 })
  dismissed: number;
}

function differentOf(gaps: readonly KnowledgeGap[]): KnowledgeGap[] {
  const byQuestion = new Map<string, KnowledgeGap>();
  for (const gap of gaps) {
    const question = gap.question.trim().toLowerCase();
    if (!byQuestion.has(question)) byQuestion.set(question, gap);
  }
  return [...byQuestion.values()].slice(0, EXAMPLES);
}
