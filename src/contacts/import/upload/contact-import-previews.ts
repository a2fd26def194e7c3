import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error';
import { gathered, PIECE_BYTES } from '../../../common/http/gathered';
import { FileEmpty } from '../../../common/http/upload.errors';
import type { WorkspaceScope } from '../../../common/request/principal';
import { WorkspacesService } from '../../../workspaces/workspaces.service';
import { blankContact, mergedContact } from '../../contact-merge';
import type { NewContact } from '../../contacts.repository';
import type { ImportFormat } from '../contact-import.types';
import type { GivenMapping, ImportColumn } from '../rows/column-mapping';
import { type ContactRow, RowReader } from '../rows/row-reader';
import { findingOf } from '../rows/row-rules';
import type { Refusal } from '../worker/bulk-contacts.repository';
import { inUtf8 } from './file-in-utf8';
import { UploadScan } from './upload-scan';

/** The beginning of a file that is kept in memory and checked, in bytes. */
const MOST_BYTES = 1_048_576;
const MOST_CHECKED = 1_000;
const MOST_SHOWN = 10;

/** A row of a file as a contact. Null if the row would be refused. */
export interface PreviewedRow {
  row: number;
  contact: NewContact | null;
}

/** How a file would be imported. */
export interface ImportPreview {
  format: ImportFormat;
  columns: readonly ImportColumn[];
  rowsTotal: number;
  rowsChecked: number;
  rows: readonly PreviewedRow[];
  refusals: readonly Refusal[];
}

/** Reads files as imports do, and stores nothing. */
@Injectable()
export class ContactImportPreviews {
  constructor(private readonly workspaces: WorkspacesService) {}

  /**
   * Reads the whole file, and checks the rows at its beginning.
   *
   * @throws FileEmpty, ValidationFailed 400, TooManyRows 413, and the errors of reading `bytes`
   */
  async read(
    { workspaceId }: WorkspaceScope,
    format: ImportFormat,
    bytes: AsyncIterable<Buffer>,
    mapping: GivenMapping,
  ): Promise<ImportPreview> {
    const scan = new UploadScan(format, mapping);
    const beginning = await scanned(scan, inUtf8(format, bytes));
    const { defaultCountry } = await this.workspaces.get(workspaceId);
    const { columns, separator, rowsTotal, headerRow, rowsAt } = scan;
    const form = { columns: columns.map(({ field }) => field ?? ''), separator, defaultCountry };
    const reader = new RowReader({ format, ...form }, { at: rowsAt, lastRow: headerRow }, (at) =>
      Promise.resolve(at < beginning.length ? beginning.subarray(at) : null),
    );
    const rows = await wholeRows(reader, beginning.length < scan.sizeBytes ? beginning.length : Infinity);
    return { format, columns, rowsTotal, rowsChecked: rows.length, ...judged(workspaceId, rows) };
  }
}

/** Returns the beginning of the file. */
async function scanned(scan: UploadScan, bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const kept: Buffer[] = [];
  for await (const piece of gathered(bytes, PIECE_BYTES)) {
    if (scan.sizeBytes < MOST_BYTES) kept.push(piece.subarray(0, MOST_BYTES - scan.sizeBytes));
    scan.take(piece);
  }
  scan.end();
  if (scan.sizeBytes === 0) throw new FileEmpty();
  return Buffer.concat(kept);
}

/** The row at the end of a beginning is cut off. */
async function wholeRows(reader: RowReader, cutAt: number): Promise<ContactRow[]> {
  const rows: ContactRow[] = [];
  while (rows.length < MOST_CHECKED) {
    const batch = await reader.batch();
    if (batch.length === 0) break;
    rows.push(...batch);
  }
  return rows.filter(({ end }) => end < cutAt).slice(0, MOST_CHECKED);
}

function judged(workspaceId: string, rows: readonly ContactRow[]): Pick<ImportPreview, 'rows' | 'refusals'> {
  const shown: PreviewedRow[] = [];
  const refusals: Refusal[] = [];
  for (const { row, outcome, unread } of rows) {
    const contact = contactOf(workspaceId, outcome);
    if ('code' in contact) refusals.push({ row, scope: 'row', ...contact });
    refusals.push(...unread.map((finding) => ({ row, scope: 'value' as const, ...finding })));
    if (shown.length < MOST_SHOWN) shown.push({ row, contact: 'code' in contact ? null : contact });
  }
  return { rows: shown, refusals };
}

function contactOf(workspaceId: string, outcome: ContactRow['outcome']): NewContact | ReturnType<typeof findingOf> {
  if ('finding' in outcome) return outcome.finding;
  try {
    return mergedContact(blankContact(workspaceId), outcome.input);
  } catch (error) {
    if (error instanceof DomainError) return findingOf(error);
    throw error;
  }
}
