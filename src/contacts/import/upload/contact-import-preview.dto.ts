import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ContactDto } from '../../contact.dto';
import type { NewContact } from '../../contacts.repository';
import { IMPORT_FORMATS, type ImportFormat } from '../contact-import.types';
import type { ImportPreview } from './contact-import-previews';
import { ContactImportColumnDto, ContactImportRefusalDto } from './contact-import.dto';

/** The refusals that a preview lists. */
const MOST_LISTED = 100;

/** A contact as a row of a file describes it. */
export class PreviewedContactDto extends OmitType(ContactDto, [
  'id',
  'workspaceId',
  'lastSeenAt',
  'createdAt',
  'updatedAt',
]) {
  static from(contact: NewContact): PreviewedContactDto {
    const { agentIds, externalId, name, email, phone, company, locale, timezone, notes, attributes, blocked } = contact;
    return { agentIds, externalId, name, email, phone, company, locale, timezone, notes, attributes, blocked };
  }
}

export class PreviewedRowDto {
  /** Row number, as in `listContactImportRefusals`. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  row: number;
  /** null if the row would be refused. */
  @ApiProperty({ type: PreviewedContactDto, nullable: true })
  contact: PreviewedContactDto | null;
}

export class ContactImportPreviewDto {
  @ApiProperty({ enum: IMPORT_FORMATS, example: 'csv' })
  format: ImportFormat;
  /** The columns of a CSV file in their order, and what each is read as. Empty for NDJSON. */
  columns: ContactImportColumnDto[];
  /** Number of rows in the file, excluding the header and empty lines. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  rowsTotal: number;
  /** Number of rows that were checked, from the first. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1_000, example: 2 })
  rowsChecked: number;
  /** The first ten rows. */
  rows: PreviewedRowDto[];
  /** Number of checked rows that would be refused. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  refused: number;
  /** Number of values in checked rows that would be left out. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  refusedValues: number;
  /** The first 100 refusals of rows and values, in file order. */
  refusals: ContactImportRefusalDto[];

  static from({ format, columns, rowsTotal, rowsChecked, rows, refusals }: ImportPreview): ContactImportPreviewDto {
    return {
      format,
      columns: columns.map(({ name, field }) => ({ name, field })),
      rowsTotal,
      rowsChecked,
      rows: rows.map(({ row, contact }) => ({ row, contact: contact && PreviewedContactDto.from(contact) })),
      refused: refusals.filter(({ scope }) => scope === 'row').length,
      refusedValues: refusals.filter(({ scope }) => scope === 'value').length,
      refusals: refusals.slice(0, MOST_LISTED).map((refusal) => ContactImportRefusalDto.from(refusal)),
    };
  }
}
