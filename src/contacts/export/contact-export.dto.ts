import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IMPORT_FORMATS, type ImportFormat } from '../import/contact-import.types';

export class ExportContactsQuery {
  @ApiPropertyOptional({ enum: IMPORT_FORMATS, default: 'csv' })
  @IsOptional()
  @IsIn(IMPORT_FORMATS)
  format: ImportFormat = 'csv';
  /**
   * Optional. Returns only contacts with this text in the name, email, phone, externalId, or company, ignoring case.
   */
  @ApiPropertyOptional({ type: String, maxLength: 200, example: 'ann' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;
}
