import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { CitationDto } from '../../models/citation.dto';
import { KnowledgeResultDto } from '../../retrieval/knowledge.dto';
import type { Block } from '../../common/text/block.types';
import { blocksOf } from '../../common/text/blocks';
import { VisitorBlockDto } from '../../common/text/block.dto';
import { ChatFallbackDto, ChatSuggestionDto, ChatUsageDto } from '../chat-turn.dto';
import { type Trial, TRIAL_REASONS, type TrialReason } from './trial.types';

const TRIAL_OUTCOMES = ['answered', 'no_answer', 'handed_off'] as const;

@ApiExtraModels(VisitorBlockDto)
export class TrialDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  @ApiProperty({ enum: TRIAL_OUTCOMES, example: 'answered' })
  outcome: (typeof TRIAL_OUTCOMES)[number];
  /**
   * null if sources answer the message. `nothing_found`: no passage has words of it. `weak_evidence`: the best passage says too
   * little of what it asks for. `not_supported`: the model found no answer in the passages. `person_requested`: it asks for a person.
   * `small_talk`: a greeting, thanks, or a question about the agent, which no source is needed for.
   */
  @ApiProperty({ type: String, enum: [...TRIAL_REASONS, null], nullable: true, example: null })
  reason: TrialReason | null;
  /**
   * The agent’s message, as Markdown.
   * @example "Open Settings and choose Reset password."
   */
  content: string;
  /** The same as elements, as visitors see it. */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(VisitorBlockDto) }] },
    example: [{ type: 'p', children: ['Open Settings.'] }],
  })
  blocks: readonly Block[];
  /** The passages of the sources that the answer quotes. Empty unless the outcome is `answered`. */
  citations: CitationDto[];
  /** Up to three sections that are close to the question. Empty unless the outcome is `no_answer`. */
  suggestions: ChatSuggestionDto[];
  /** The passages that the model got to answer from, best first. */
  evidence: KnowledgeResultDto[];
  usage: ChatUsageDto;
  /** @example "parley-extractive" */
  model: string;
  /** null unless the server of the model failed and the built-in model answered. */
  @ApiProperty({ type: ChatFallbackDto, nullable: true })
  fallback: ChatFallbackDto | null;

  static from({ agent, answer, reason }: Trial): TrialDto {
    const content = answer.contents[answer.kind];
    return {
      agentId: agent.id,
      outcome: answer.kind,
      reason,
      content,
      blocks: blocksOf(content),
      citations: answer.citations,
      suggestions: answer.suggestions,
      evidence: answer.passages.map((passage) => KnowledgeResultDto.from(passage)),
      usage: answer.usage,
      model: answer.model,
      fallback: answer.fallback,
    };
  }
}
