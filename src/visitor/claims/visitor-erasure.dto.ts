import { ApiProperty } from '@nestjs/swagger';
import type { ConversationsErasure } from '../../erasure/erasure.types';

const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example: 2 });

export class VisitorErasureCountsDto {
  @Count()
  conversations: number;
  @Count()
  messages: number;
  @Count()
  notes: number;
  @Count()
  attachments: number;
  @Count()
  files: number;
  @Count()
  suggestions: number;
  @Count()
  chatTurns: number;
  @Count()
  knowledgeGaps: number;
  @Count()
  supportRequests: number;
}

export class VisitorErasureDto {
  /** @example "2026-03-01T09:30:00.000Z" */
  erasedAt: string;
  /** The number of records that were deleted. */
  records: VisitorErasureCountsDto;

  static from({ erasedAt, records }: ConversationsErasure): VisitorErasureDto {
    return { erasedAt: erasedAt.toISOString(), records };
  }
}
