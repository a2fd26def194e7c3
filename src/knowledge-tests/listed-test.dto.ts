import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../common/http/page-query';
import { KnowledgeTestFailureDto, TestCountsDto } from './knowledge-test.dto';
import { type ListedTest, TEST_STATUSES, type TestStatus } from './knowledge-test.types';

export class ListKnowledgeTestsQuery {
  @PageLimit({ fallback: 20, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

/** A test without its findings, which `getKnowledgeTest` has. */
export class ListedKnowledgeTestDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  @ApiProperty({ enum: TEST_STATUSES, example: 'completed' })
  status: TestStatus;
  /** Share of the questions that have been asked, from 0 to 1. */
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, example: 1 })
  progress: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 50 })
  questions: number;
  /** Of the questions asked so far, of all models together. */
  counts: TestCountsDto;
  /**
   * Empty unless the test compares models.
   * @example []
   */
  models: string[];
  /** Why the test ended early. null if it did not. */
  @ApiProperty({ type: KnowledgeTestFailureDto, nullable: true, example: null })
  failure: KnowledgeTestFailureDto | null;
  /**
   * Id of the member who started the test.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  createdBy: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  startedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:04.000Z' })
  finishedAt: string | null;

  static from(test: ListedTest): ListedKnowledgeTestDto {
    const { right, wrong, missing, cited, failureCode: code, failureMessage: message } = test;
    return {
      id: test.id,
      status: test.status,
      progress: Math.round(test.progress * 10_000) / 10_000,
      questions: test.questions,
      counts: { right, wrong, missing, cited },
      models: test.models,
      failure: code === null || message === null ? null : { code, message },
      createdBy: test.memberId,
      createdAt: test.createdAt.toISOString(),
      startedAt: test.startedAt?.toISOString() ?? null,
      finishedAt: test.finishedAt?.toISOString() ?? null,
    };
  }
}

export class KnowledgeTestPageDto {
  /** Newest first. */
  tests: ListedKnowledgeTestDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<ListedTest>): KnowledgeTestPageDto {
    return { tests: rows.map((test) => ListedKnowledgeTestDto.from(test)), nextCursor };
  }
}
