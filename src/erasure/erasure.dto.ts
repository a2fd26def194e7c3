import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../common/validation/field-rules';
import type { CompleteReceipt, ErasurePreview } from './erasure.types';

const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example: 2 });

/** The number of records of each kind. */
export class ErasureCountsDto {
  /** 1 for the profile, or 0 if it was removed before. */
  @Count()
  contacts: number;
  @Count()
  conversations: number;
  @Count()
  messages: number;
  /** Internal notes of members. */
  @Count()
  notes: number;
  /** Files of incoming email. */
  @Count()
  attachments: number;
  /** Uploaded files of messages and notes, and those that visitors have not sent. */
  @Count()
  files: number;
  /** Suggestions that the copilot wrote for the conversations. */
  @Count()
  suggestions: number;
  @Count()
  chatTurns: number;
  @Count()
  knowledgeGaps: number;
  @Count()
  supportRequests: number;
  /** Stored responses to requests with an `Idempotency-Key`. */
  @Count()
  storedResponses: number;
}

export class ErasureReceiptDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  contactId: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  erasedAt: string;
  /**
   * Id of the member who erased the contact.
   * @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f"
   */
  erasedBy: string;
  /** The number of records that were deleted. A kind that was not counted at the time is 0. */
  records: ErasureCountsDto;

  static from({ id, contactId, erasedAt, erasedBy, records }: CompleteReceipt): ErasureReceiptDto {
    return { id, contactId, erasedAt: erasedAt.toISOString(), erasedBy, records };
  }
}

export class ErasurePreviewDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  contactId: string;
  /** Whether the profile exists. A removed contact can still have conversations. */
  profile: boolean;
  /** The number of records that the erasure would delete. */
  records: ErasureCountsDto;
  /**
   * Send this value to `eraseContact`. It changes whenever the contact's records change.
   * @example "5f2c1d9b8a7e6034"
   */
  confirmation: string;
  /** The receipt of the erasure. null if the contact was not erased. */
  @ApiProperty({ type: ErasureReceiptDto, nullable: true })
  receipt: ErasureReceiptDto | null;

  static from({ contactId, hasProfile, counts, confirmation, receipt }: ErasurePreview): ErasurePreviewDto {
    return {
      contactId,
      profile: hasProfile,
      records: counts,
      confirmation,
      receipt: receipt && ErasureReceiptDto.from(receipt),
    };
  }
}

export class EraseContactInput {
  /**
   * The `confirmation` from `previewContactErasure`.
   * @example "5f2c1d9b8a7e6034"
   */
  @Text({ max: 64, optional: true })
  confirm?: string;
}
