import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../common/validation/field-rules';
import type { ErasedRecords, ErasureReceipt } from '../contacts/erased-contacts.types';

const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example: 2 });

/** How many records of each kind. */
export class ErasedRecordsDto implements ErasedRecords {
  /** The profile: 1, or 0 where it was removed before. */
  @Count()
  contacts: number;
  @Count()
  conversations: number;
  @Count()
  messages: number;
  @Count()
  chatTurns: number;
  @Count()
  knowledgeGaps: number;
  @Count()
  supportRequests: number;
  /** Responses to requests with an Idempotency-Key that were kept for retries. */
  @Count()
  storedResponses: number;
}

export class ErasureReceiptDto implements ErasureReceipt {
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  contactId: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  erasedAt: string;
  /**
   * The member.
   * @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f"
   */
  erasedBy: string;
  /** What there was. */
  records: ErasedRecordsDto;
}

export class ErasurePreviewDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  contactId: string;
  /** Whether there is a profile: a removed contact can have conversations still. */
  profile: boolean;
  /** What would go. */
  records: ErasedRecordsDto;
  /**
   * Sent back to erase; another one as soon as the person's records change.
   * @example "5f2c1d9b8a7e6034"
   */
  confirmation: string;
  /** Of the erasure, where there was one. */
  @ApiProperty({ type: ErasureReceiptDto, nullable: true })
  receipt: ErasureReceiptDto | null;
}

export class EraseContactInput {
  /**
   * The `confirmation` of the preview.
   * @example "5f2c1d9b8a7e6034"
   */
  @Text({ max: 64, optional: true })
  confirm?: string;
}
