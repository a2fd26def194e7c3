import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../common/validation/field-rules';
import { ScannedFileDto } from '../files/scanned-file.dto';
import type { UploadedFile } from '../files/files.service';

export class UploadChatFileQuery {
  /**
   * 1 to 255 characters. A path before the name, control characters and direction marks are left out.
   * @example "photo.png"
   */
  @Text({ min: 1, max: 255 })
  fileName: string;
}

/** An uploaded file that no message carries so far. */
export class ChatFileDto extends ScannedFileDto {
  /**
   * The id that `attachmentIds` of `sendChatTurn` takes.
   * @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f"
   */
  id: string;
  /** @example "photo.png" */
  fileName: string;
  /**
   * Detected from the content.
   * @example "image/png"
   */
  mediaType: string;
  @ApiProperty({ type: 'integer', minimum: 1, example: 48_213 })
  sizeBytes: number;
  /**
   * SHA-256 of the bytes, in lower-case hexadecimal.
   * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
   */
  sha256: string;
  /** Whether it is a PNG, JPEG, GIF or WebP image. */
  previewable: boolean;
  /** When the file is deleted, unless a message carries it. */
  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:30:00.000Z' })
  expiresAt: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  createdAt: string;

  static from({ expiresAt, createdAt, ...file }: UploadedFile): ChatFileDto {
    return { ...file, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
  }
}
