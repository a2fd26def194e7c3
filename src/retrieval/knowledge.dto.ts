import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Field, Text } from '../common/validation/field-rules';
import type { RankedPassage } from './passage.types';

export class SearchKnowledgeInput {
  /** @example "How do I reset my password?" */
  @Text({ min: 1, max: 1000 })
  query: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 20, required: false })
  @Field({ optional: true })
  @Min(1)
  @Max(20)
  @IsInt()
  limit: number = 5;
}

export class KnowledgeResultDto {
  /** @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11" */
  sourceId: string;
  /**
   * Name of the source.
   * @example "Passwords"
   */
  title: string;
  /** The headings above the passage, outermost first, with ` > ` between them. null where there are none. */
  @ApiProperty({ type: String, nullable: true, example: 'Passwords > Resetting' })
  heading: string | null;
  /** The source’s page, with `#` and the anchor of the section where it has one. null for a source without an address. */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
  /** The source's text from `start` to `end`. */
  text: string;
  /** Start of the passage in the source's text, in UTF-16 code units. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  start: number;
  @ApiProperty({ type: 'integer', minimum: 1 })
  end: number;
  /**
   * Relevance of the passage, greater than 0. Comparable only within one response.
   * @example 7.25
   */
  score: number;

  static from(passage: RankedPassage): KnowledgeResultDto {
    const { sourceId, title, url, text, start, end, score } = passage;
    return { sourceId, title, heading: passage.heading || null, url, text, start, end, score };
  }
}

export class KnowledgeResultListDto {
  /** Passages, best first. */
  results: KnowledgeResultDto[];

  static from(passages: readonly RankedPassage[]): KnowledgeResultListDto {
    return { results: passages.map((passage) => KnowledgeResultDto.from(passage)) };
  }
}
