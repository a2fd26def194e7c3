import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../common/database/page';
import { NextCursor } from '../common/http/page-query';
import type { Source } from './source.entity';
import {
  FAILURE_CLASSES,
  type FailureClass,
  SOURCE_STATUSES,
  SOURCE_TYPES,
  type SourceStatus,
  type SourceType,
} from './source.types';

export class SourceFailureDto {
  @ApiProperty({ enum: FAILURE_CLASSES })
  class: FailureClass;
  /** @example "The source has no text." */
  message: string;
  @ApiProperty({ format: 'date-time' })
  at: string;

  static from({ failureClass, failureMessage, failureAt }: Source): SourceFailureDto | null {
    if (!failureClass || failureMessage === null || !failureAt) return null;
    return { class: failureClass, message: failureMessage, at: failureAt.toISOString() };
  }
}

/** A file that a sitemap names and that could not be read. */
export class FailedSitemapDto {
  /** @example "https://docs.example.com/sitemap-2.xml" */
  @ApiProperty({ format: 'uri' })
  url: string;
  @ApiProperty({ enum: FAILURE_CLASSES })
  class: FailureClass;
  /** @example "The server answers 404." */
  message: string;
}

/** Something an agent can answer from. */
export class SourceDto {
  /** @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11" */
  id: string;
  workspaceId: string;
  agentId: string;
  @ApiProperty({ enum: SOURCE_TYPES })
  type: SourceType;
  /** @example "Passwords" */
  name: string;
  /** During a refresh, or after one fails, the last good index stays in use. */
  @ApiProperty({ enum: SOURCE_STATUSES })
  status: SourceStatus;
  /** The address that the source was made of. null for sources that were not fetched. */
  @ApiProperty({ type: String, nullable: true, example: null })
  url: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'text/markdown' })
  mediaType: string | null;
  /** Size of what was uploaded or fetched, in bytes; of a sitemap, of its pages together. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  sizeBytes: number;
  /** Number of passages in the current index; of a sitemap, of its pages together. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  chunkCount: number;
  /** Passages that the embeddings server refuses, if there is one: they are found by their words alone. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  refusedChunkCount: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastIndexedAt: string | null;
  /** Why the last indexing failed. null if it did not. */
  @ApiProperty({ type: () => SourceFailureDto, nullable: true })
  failure: SourceFailureDto | null;
  /** Files of a sitemap that could not be read. Pages from the other files are indexed; pages that such a file listed before are kept. */
  @ApiProperty({ type: () => [FailedSitemapDto] })
  failedSitemaps: FailedSitemapDto[];
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  static from(source: Source): SourceDto {
    return {
      id: source.id,
      workspaceId: source.workspaceId,
      agentId: source.agentId,
      type: source.type,
      name: source.name,
      status: source.status,
      url: source.url,
      mediaType: source.mediaType,
      sizeBytes: source.sizeBytes,
      chunkCount: source.chunkCount,
      refusedChunkCount: source.refusedChunkCount,
      lastIndexedAt: source.lastIndexedAt?.toISOString() ?? null,
      failure: SourceFailureDto.from(source),
      failedSitemaps: source.failedSitemaps,
      createdAt: source.createdAt.toISOString(),
      updatedAt: source.updatedAt.toISOString(),
    };
  }
}

export class SourcePageDto {
  sources: SourceDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<Source>): SourcePageDto {
    return { sources: rows.map((source) => SourceDto.from(source)), nextCursor };
  }
}

/** The text that the offsets of passages and citations point into. */
export class SourceTextDto {
  sourceId: string;
  /** The indexed text. null until the source is first indexed. */
  @ApiProperty({ type: String, nullable: true })
  text: string | null;
}
