import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../../common/database/page';
import { NextCursor, PageLimit, RefusalCursor } from '../../../common/http/page-query';
import { Text } from '../../../common/validation/field-rules';
import type { ContactImportRefusal } from '../contact-import-refusal.entity';
import type { ContactImport } from '../contact-import.entity';
import { IMPORT_FORMATS, IMPORT_STATUSES, type ImportFormat, type ImportStatus } from '../contact-import.types';
import { LONGEST_MAPPING } from '../rows/given-mapping';
import type { Refusal } from '../worker/bulk-contacts.repository';

export class ContactImportFailureDto {
  /** `membership_ended` or `internal_error`. */
  code: string;
  /**
   * @example "The member who started the import has left the workspace."
   */
  message: string;
}

/** A column of a CSV file. */
export class ContactImportColumnDto {
  /**
   * The name in the header. Can be empty.
   * @example "E-mail 1 - Value"
   */
  name: string;
  /**
   * What the column is read as: a field of a contact, `firstName`, `middleName` or `lastName`, which together are the name, or
   * `attributes.<name>`. null: the column is left out.
   */
  @ApiProperty({ type: String, nullable: true, example: 'email' })
  field: string | null;
}

export class ImportContactsQuery {
  /**
   * Optional, for CSV. What columns are read as, as a JSON object: the name of a column, then one of `agentIds`, `externalId`, `name`,
   * `firstName`, `middleName`, `lastName`, `email`, `phone`, `company`, `locale`, `timezone`, `notes`, `blocked`, `attributes`,
   * `attributes.<name>`, or null to leave the column out. Other columns are recognized by their names.
   * @example "{\"attributes.plan\":\"attributes.tier\"}"
   */
  @Text({ max: LONGEST_MAPPING, optional: true })
  mapping?: string;
}

export class ContactImportDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  @ApiProperty({ enum: IMPORT_STATUSES, example: 'running' })
  status: ImportStatus;
  @ApiProperty({ enum: IMPORT_FORMATS, example: 'csv' })
  format: ImportFormat;
  @ApiProperty({ type: 'integer', minimum: 1, example: 171_429_003 })
  sizeBytes: number;
  /** The columns of a CSV file in their order, and what each is read as. Empty for NDJSON. */
  columns: ContactImportColumnDto[];
  /** Share of the file that has been processed, from 0 to 1. */
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, example: 0.25 })
  progress: number;
  /** Number of rows in the file, excluding the header and empty lines. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 1_000_000 })
  rowsTotal: number;
  /** Rows processed so far: created + updated + unchanged + refused. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 250_000 })
  rowsRead: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 249_000 })
  created: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 800 })
  updated: number;
  /** Rows that match existing contacts exactly. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 190 })
  unchanged: number;
  /** Rows that were refused. `listContactImportRefusals` gives the reasons. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 10 })
  refused: number;
  /** Values that could not be read, in rows that were imported without them. `listContactImportRefusals` gives the reasons. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 3 })
  refusedValues: number;
  /** Why the import ended early. null if it did not. Rows imported until then are kept. */
  @ApiProperty({ type: ContactImportFailureDto, nullable: true, example: null })
  failure: ContactImportFailureDto | null;
  /**
   * Id of the member who started the import.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  createdBy: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  startedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  finishedAt: string | null;

  static from(found: ContactImport): ContactImportDto {
    return {
      id: found.id,
      workspaceId: found.workspaceId,
      // Callers do not see uploads in progress.
      status: found.status as ImportStatus,
      format: found.format,
      sizeBytes: found.sizeBytes,
      columns: found.columnNames.map((name, index) => ({ name, field: found.columns[index] || null })),
      progress: progressOf(found),
      rowsTotal: found.rowsTotal,
      rowsRead: found.rowsRead,
      created: found.created,
      updated: found.updated,
      unchanged: found.unchanged,
      refused: found.refused,
      refusedValues: found.refusedValues,
      failure: failureOf(found),
      createdBy: found.memberId,
      createdAt: found.createdAt.toISOString(),
      startedAt: found.startedAt?.toISOString() ?? null,
      finishedAt: found.finishedAt?.toISOString() ?? null,
    };
  }
}

export class ListContactImportRefusalsQuery {
  @PageLimit({ fallback: 100, max: 1_000 })
  limit: number;

  @RefusalCursor()
  cursor?: string;
}

/** A refused row, or a refused value of an imported row, and the reason. Does not contain data of the row. */
export class ContactImportRefusalDto {
  /** Row number. In a CSV file, the header is row 1, as in a spreadsheet; in NDJSON, it is the line number. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 813 })
  row: number;
  /** The error code that `createContact` or `updateContactProfile` would return for the row. */
  @ApiProperty({ example: 'validation_failed' })
  code: string;
  /** The field, as a JSON Pointer. Empty if the problem concerns the whole row. */
  @ApiProperty({ example: '/email' })
  path: string;
  @ApiProperty({ example: 'must be an email address' })
  message: string;
  /** Whether the row goes on without the value of the field in `path`. false for the refusal of the whole row. */
  @ApiProperty({ example: false })
  valueOnly: boolean;

  static from({ row, scope, code, path, message }: Refusal): ContactImportRefusalDto {
    return { row, code, path, message, valueOnly: scope === 'value' };
  }
}

export class ContactImportRefusalPageDto {
  /** In file order. */
  refusals: ContactImportRefusalDto[];
  @NextCursor()
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<ContactImportRefusal>): ContactImportRefusalPageDto {
    return { refusals: rows.map((refusal) => ContactImportRefusalDto.from(refusal)), nextCursor };
  }
}

/** Rounded to four decimal places. */
function progressOf({ status, bytesDone, sizeBytes }: ContactImport): number {
  return status === 'completed' ? 1 : Math.round((bytesDone * 10_000) / sizeBytes) / 10_000;
}

function failureOf({ failureCode, failureMessage }: ContactImport): ContactImportFailureDto | null {
  return failureCode === null || failureMessage === null ? null : { code: failureCode, message: failureMessage };
}
