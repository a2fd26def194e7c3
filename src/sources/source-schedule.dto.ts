import { ApiProperty } from '@nestjs/swagger';
import type { Source } from './source.entity';
import { RefreshHours } from './source-input.rules';
import { type SourceProgress, SOURCE_STATUSES, type SourceStatus } from './source.types';
import { SourceFailureDto } from './source.dto';

export class UpdateSourceScheduleInput {
  /**
   * Hours until the address is fetched again, and so on. null: only when the source is refreshed by a call.
   * @example 24
   */
  @RefreshHours({ nullable: true })
  refreshHours: number | null;
}

/** When a source is fetched again by itself. */
export class SourceScheduleDto {
  sourceId: string;
  /** @example 24 */
  @ApiProperty({ type: 'integer', nullable: true })
  refreshHours: number | null;
  /** null while the source is being fetched or indexed, and if it is not refreshed by itself. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  nextAt: string | null;

  static from({ id, refreshHours, refreshAt }: Source): SourceScheduleDto {
    return { sourceId: id, refreshHours, nextAt: refreshAt?.toISOString() ?? null };
  }
}

export class SourcePageCountsDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 120 })
  total: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 80 })
  ready: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  failed: number;
}

/** How far the work on a source is. */
export class SourceProgressDto {
  sourceId: string;
  @ApiProperty({ enum: SOURCE_STATUSES })
  status: SourceStatus;
  /** 0 to 1; of a sitemap, the share of its pages that are done. */
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.68 })
  progress: number;
  /** Pages of a sitemap; null for other sources. */
  @ApiProperty({ type: () => SourcePageCountsDto, nullable: true })
  pages: SourcePageCountsDto | null;
  /** null while the work goes on. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: string | null;
  @ApiProperty({ type: () => SourceFailureDto, nullable: true })
  failure: SourceFailureDto | null;

  static from({ source, pages, isDone }: SourceProgress<Source>): SourceProgressDto {
    const share = pages && pages.total > 0 ? (pages.ready + pages.failed) / pages.total : 0;
    return {
      sourceId: source.id,
      status: source.status,
      progress: isDone ? 1 : share,
      pages,
      finishedAt: isDone ? source.updatedAt.toISOString() : null,
      failure: SourceFailureDto.from(source),
    };
  }
}
