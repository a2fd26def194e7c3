import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../common/validation/field-rules';
import type { UploadedFile } from './files.service';
import { FileFactsDto } from './scanned-file.dto';

export class UploadFileQuery {
  /**
   * 1 to 255 characters. A path before the name, control characters and direction marks are left out.
   * @example "manual.pdf"
   */
  @Text({ min: 1, max: 255 })
  fileName: string;
}

/** An uploaded file that no message carries so far. */
export class FileDto extends FileFactsDto {
  /** When the file is deleted, unless a message carries it, or a saved reply keeps it. */
  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:30:00.000Z' })
  expiresAt: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  createdAt: string;

  static from({ expiresAt, createdAt, ...file }: UploadedFile): FileDto {
    return { ...file, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
  }
}
