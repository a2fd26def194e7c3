import { ApiProperty } from '@nestjs/swagger';
import { FILE_STATUSES, type FileStatus, SCAN_RESULTS, type ScanResult } from './file.types';

/** What is known of the content of a file. */
export class ScannedFileDto {
  /** Only a `ready` file can be downloaded. `failed`: the scanner has been asked in vain for an hour, and is asked again. */
  @ApiProperty({ enum: FILE_STATUSES, example: 'ready' })
  status: FileStatus;
  /** What the scanner has found. `none`: no scanner was set up. null: it has not looked yet. */
  @ApiProperty({ type: String, enum: [...SCAN_RESULTS, null], nullable: true, example: 'clean' })
  scan: ScanResult | null;
}

/** A file that messages can carry. */
export class FileFactsDto extends ScannedFileDto {
  /**
   * The id that `attachmentIds` of a message takes.
   * @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f"
   */
  id: string;
  /** @example "manual.pdf" */
  fileName: string;
  /**
   * Detected from the content.
   * @example "application/pdf"
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
}
