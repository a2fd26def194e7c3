import { ValidationFailed } from '../../../common/errors/domain-error';
import { TooManyRows } from '../contact-imports.errors';
import { type GivenMapping, columnsRead, type ImportColumn } from '../rows/column-mapping';
import { headerOf, isEmptyLine, type Separator, separatorNamed } from '../rows/csv-columns';
import type { ImportFormat } from '../contact-import.types';
import { CARRIAGE_RETURN, contentLength, LONGEST_ROW, RecordSplitter } from '../rows/record-splitter';

export const MOST_ROWS = 1_000_000;

/** The header is among the first lines. */
const MOST_ROWS_ABOVE = 20;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Checks a file while it arrives, so that an error of the file as a whole is refused before any row is processed. */
export class UploadScan {
  sizeBytes = 0;
  /** Excluding empty lines and the header. */
  rowsTotal = 0;
  /** The columns of the CSV header, and what they are read as. Empty for NDJSON. */
  columns: ImportColumn[] = [];
  separator: Separator = ',';
  /** The row number of the CSV header. 0 for NDJSON. */
  headerRow = 0;
  /** Offset of the first row, in bytes. */
  rowsAt = 0;
  private readonly splitter: RecordSplitter;
  /** Records so far, including empty lines and the header. */
  private records = 0;
  /** The record whose end has not arrived: its number of bytes so far, and its first byte. */
  private begun = 0;
  private firstByte = 0;

  constructor(
    private readonly format: ImportFormat,
    private readonly mapping: GivenMapping = {},
  ) {
    this.splitter = new RecordSplitter(format === 'csv');
  }

  /** The first piece must contain the whole header. */
  take(piece: Buffer): void {
    const from = this.sizeBytes === 0 ? this.start(piece) : 0;
    this.sizeBytes += piece.length;
    for (let at = from; at < piece.length;) {
      if (this.begun === 0) this.firstByte = piece[at]!;
      const end = this.splitter.end(piece, at);
      this.begun += (end < 0 ? piece.length : end) - at;
      if (this.begun > LONGEST_ROW) throw this.problem('too_long', `is longer than ${LONGEST_ROW} bytes`);
      if (end < 0) return;
      this.finish(this.begun - 1);
      at = end;
    }
  }

  /** Call it after the last piece. */
  end(): void {
    if (this.splitter.quoted) throw this.problem('malformed', 'has an unclosed quotation mark');
    if (this.begun > 0) this.finish(this.begun);
  }

  /** Skips a byte order mark, empty lines, a line that names the separator, and the header. */
  private start(piece: Buffer): number {
    const mark = piece.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
    if (this.format === 'ndjson') return (this.rowsAt = mark);
    let at = mark;
    let row = 1;
    let named: Separator | null = null;
    for (;;) {
      const line = this.line(piece, at);
      const content = line.subarray(0, contentLength(line));
      at += line.length;
      named ??= separatorNamed(content);
      const isAbove = separatorNamed(content) !== null || (isEmptyLine(content) && row < MOST_ROWS_ABOVE);
      if (!isAbove || at >= piece.length) return this.readHeader(content, { named, row, at });
      row++;
    }
  }

  private readHeader(line: Buffer, { named, row, at }: { named: Separator | null; row: number; at: number }): number {
    const { separator, names } = headerOf(line, named);
    this.separator = separator;
    this.columns = columnsRead(names, this.mapping);
    this.headerRow = this.records = row;
    return (this.rowsAt = at);
  }

  private line(piece: Buffer, from: number): Buffer {
    const found = this.splitter.end(piece, from);
    if (this.splitter.quoted) throw this.problem('malformed', 'has an unclosed quotation mark');
    return piece.subarray(from, found < 0 ? piece.length : found);
  }

  /** `length` excludes the line feed. */
  private finish(length: number): void {
    const empty = length === 0 || (length === 1 && this.firstByte === CARRIAGE_RETURN);
    if (!empty) this.rowsTotal++;
    if (this.rowsTotal > MOST_ROWS) throw new TooManyRows(MOST_ROWS);
    this.records++;
    this.begun = 0;
  }

  private problem(code: string, what: string): ValidationFailed {
    return new ValidationFailed([{ path: `/${this.records + 1}`, code, message: `row ${this.records + 1} ${what}` }]);
  }
}
