import { isUtf8 } from 'node:buffer';
import { CooperativeYield } from '../../../common/jobs/cooperative-yield';
import type { CreateContactInput } from '../../contact-input.dto';
import type { ImportFormat, ImportRow } from '../contact-import.types';
import { csvParser } from './csv-rows';
import { ndjsonParser } from './ndjson-rows';
import { malformed, type RecordParser } from './record-parser';
import { contentLength, emptyLineLength, RecordSplitter } from './record-splitter';
import { RowRules } from './row-rules';

export type ContactRow = ImportRow<CreateContactInput>;

const RULES = new RowRules();

/** Rows of a batch at most, and bytes of the file after which it ends. */
const MOST_ROWS = 2_000;
const MOST_BYTES = 2 * 1_048_576;
/**
 * Bytes of a row that can still be a contact: with every character of its longest texts escaped it has some 350,000. What
 * is longer is refused unread.
 */
const LONGEST_CONTACT = 524_288;
/** Rows that are parsed at once at most, and bytes after which they are: about a millisecond's work. */
const ROWS_AT_ONCE = 50;
const BYTES_AT_ONCE = 8_192;
/** How long rows are read before requests get their turn, in milliseconds. */
const SLICE_MS = 1;

/** Where the reading of a file begins: at the start of a record, so outside of quotes. */
export interface Position {
  /** In bytes of the file. */
  at: number;
  /** Of the record before. */
  lastRow: number;
}

/** Reads a stored file in batches of rows, without ever holding more than a batch and a chunk. */
export class RowReader {
  private readonly splitter: RecordSplitter;
  private readonly parse: RecordParser;
  private bytes: Buffer = Buffer.alloc(0);
  /** Where in `bytes` the next record begins. */
  private next = 0;
  private ended = false;
  /** In the file, where the next record begins. */
  private at: number;
  private row: number;

  constructor(
    { format, columns }: { format: ImportFormat; columns: readonly string[] },
    { at, lastRow }: Position,
    /** Bytes from a place in the file on, as many as there are at hand; null past the end. */
    private readonly read: (at: number) => Promise<Buffer | null>,
  ) {
    this.splitter = new RecordSplitter(format === 'csv');
    this.parse = format === 'csv' ? csvParser(columns) : ndjsonParser;
    this.at = at;
    this.row = lastRow;
  }

  /** The next rows; none at the end of the file. */
  async batch(): Promise<ContactRow[]> {
    const rows: ContactRow[] = [];
    const until = this.at + MOST_BYTES;
    const yielding = new CooperativeYield(SLICE_MS);
    while (rows.length < MOST_ROWS && (rows.length === 0 || this.at < until)) {
      const some = await this.some(Math.min(ROWS_AT_ONCE, MOST_ROWS - rows.length), yielding);
      // However many empty lines there are, none means the end.
      if (some.length === 0) break;
      const readable = some.filter(({ content }) => formProblemOf(content) === null);
      const parsed = (
        await this.parse(
          readable.map(({ content }) => content),
          yielding,
        )
      ).values();
      for (const { row, end, content } of some) {
        if (yielding.isDue) await yielding.now();
        const form = formProblemOf(content) ?? parsed.next().value!;
        rows.push({ row, end, outcome: 'finding' in form ? form : await RULES.judged(form.plain) });
      }
    }
    return rows;
  }

  /** The next few that are not empty; none at the end of the file. */
  private async some(
    most: number,
    yielding: CooperativeYield,
  ): Promise<{ row: number; end: number; content: Buffer }[]> {
    const some: { row: number; end: number; content: Buffer }[] = [];
    for (let bytes = 0; some.length < most && bytes < BYTES_AT_ONCE;) {
      this.passEmptyLines();
      const record = await this.record();
      if (!record) break;
      this.row++;
      if (yielding.isDue) await yielding.now();
      const content = record.subarray(0, contentLength(record));
      if (content.length > 0) some.push({ row: this.row, end: this.at, content });
      bytes += content.length;
    }
    return some;
  }

  /** Those in the chunk, at once: a file may be nothing else for megabytes. */
  private passEmptyLines(): void {
    let length: number;
    while ((length = emptyLineLength(this.bytes, this.next)) > 0) {
      this.next += length;
      this.at += length;
      this.row++;
    }
  }

  /** One record with its line end; null at the end of the file. */
  private async record(): Promise<Buffer | null> {
    let searched = this.next;
    let end: number;
    while ((end = this.splitter.end(this.bytes, searched)) < 0) {
      const more = this.ended ? null : await this.read(this.at + this.bytes.length - this.next);
      if (!more) {
        this.ended = true;
        end = this.bytes.length;
        break;
      }
      const rest = this.bytes.subarray(this.next);
      searched = rest.length;
      this.bytes = rest.length === 0 ? more : Buffer.concat([rest, more]);
      this.next = 0;
    }
    if (end <= this.next) return null;
    const record = this.bytes.subarray(this.next, end);
    this.at += record.length;
    this.next = end;
    return record;
  }
}

/** What keeps a row from being read at all. */
function formProblemOf(content: Buffer): ReturnType<typeof malformed> | null {
  if (content.length > LONGEST_CONTACT) return malformed('validation_failed', 'is too long for a contact');
  return isUtf8(content) ? null : malformed('validation_failed', 'is not valid UTF-8');
}
