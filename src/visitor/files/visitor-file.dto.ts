import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../common/validation/field-rules';
import type { UploadedFile } from '../../files/files.service';
import { VisitorAttachmentDto } from '../messages/visitor-message.dto';

export class UploadVisitorFileQuery {
  /**
   * 1 to 255 characters. A path before the name, control characters and direction marks are left out.
   * @example "photo.png"
   */
  @Text({ min: 1, max: 255 })
  fileName: string;
}

/** An uploaded file that no message carries so far. */
export class VisitorFileDto extends VisitorAttachmentDto {
  /** When the file is deleted, unless a message carries it. */
  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:30:00.000Z' })
  expiresAt: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  createdAt: string;

  static from({ expiresAt, createdAt, ...file }: UploadedFile): VisitorFileDto {
    return { ...file, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
  }
}
