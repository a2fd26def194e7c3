import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { OneOf } from '../../common/validation/plain-fields';
import { IMPORT_FORMATS, type ImportFormat } from '../import/contact-import.types';

export class ExportContactsQuery {
  @ApiPropertyOptional({ default: 'csv' })
  @OneOf(IMPORT_FORMATS, { optional: true })
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
