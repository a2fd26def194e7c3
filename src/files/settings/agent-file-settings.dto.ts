import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RequestExamples } from '../../common/operations/request-examples';
import { OneOf } from '../../common/validation/plain-fields';
import { ALLOWED_FILES, type AllowedFiles } from '../file.types';

export class FileSettingsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  agentId: string;
  /**
   * The files that visitors can send. `images`: PNG, JPEG, GIF and WebP. `documents`: also PDF, TXT, CSV, DOCX, XLSX, PPTX, ODT, ODS
   * and ZIP.
   */
  @ApiProperty({ enum: ALLOWED_FILES, example: 'documents' })
  visitorFiles: AllowedFiles;
  /** The files that programs with a workspace key can send for customers. */
  @ApiProperty({ enum: ALLOWED_FILES, example: 'documents' })
  chatFiles: AllowedFiles;
}

/** Changes only the fields that are present. */
@RequestExamples({ 'no files of visitors': { visitorFiles: 'off' } })
export class UpdateFileSettingsInput {
  /** As of the settings. */
  @ApiPropertyOptional({ enum: ALLOWED_FILES, example: 'images' })
  @OneOf(ALLOWED_FILES, { optional: true })
  visitorFiles?: AllowedFiles;
  /** As of the settings. */
  @ApiPropertyOptional({ enum: ALLOWED_FILES, example: 'images' })
  @OneOf(ALLOWED_FILES, { optional: true })
  chatFiles?: AllowedFiles;
}
