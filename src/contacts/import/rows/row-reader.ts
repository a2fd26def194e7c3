import { isUtf8 } from 'node:buffer';
import { CooperativeYield } from '../../../common/jobs/cooperative-yield';
import type { CreateContactInput } from '../../contact-input.dto';
import { repaired } from '../../../common/text/read-text';
import type { ImportFormat, ImportRow } from '../contact-import.types';
import { type CsvForm, csvParser } from './csv-rows';
import { ndjsonParser } from './ndjson-rows';
import { malformed, type ParsedRecord, type RecordParser } from './record-parser';
import { contentLength, emptyLineLength, RecordSplitter } from './record-splitter';
import { RowRules } from './row-rules';

export type ContactRow = ImportRow<CreateContactInput>;

const RULES = new RowRules();

/** Largest number of rows in a batch, and the number of bytes after which a batch ends. */
const MOST_ROWS = 2_000;
const MOST_BYTES = 2 * 1_048_576;
/**
 * Largest size of a row that can be a valid contact, in bytes: its longest texts with every character escaped take some
 * 350,000. Longer rows are refused unread.
 */
const LONGEST_CONTACT = 524_288;
/** Largest size of a row of CSV in another encoding than UTF-8, in bytes. Takes some milliseconds to decode. */
const LONGEST_REPAIRED = 65_536;
/** Largest number of rows, and of bytes, that are parsed at once: about a millisecond of work. */
const ROWS_AT_ONCE = 50;
const BYTES_AT_ONCE = 8_192;
/** How long rows are read before other requests get their turn, in milliseconds. */
const SLICE_MS = 1;

/** Where reading starts: at the start of a record, so outside quotes. */
export interface Position {
  /** Offset in bytes of the file. */
  at: number;
  /** Row number of the previous record. */
  lastRow: number;
}

/** Reads a stored file in batches of rows. Holds at most one batch and one chunk in memory. */
export class RowReader {
  private readonly splitter: RecordSplitter;
  private readonly parse: RecordParser;
  private bytes: Buffer = Buffer.alloc(0);
  /** Offset of the next record in `bytes`. */
  private next = 0;
  private ended = false;
  /** Offset of the next record in the file. */
  private at: number;
  private row: number;

  constructor(
    private readonly file: { format: ImportFormat } & CsvForm,
    { at, lastRow }: Position,
    /** Reads the available bytes from an offset of the file. Returns null past the end. */
    private readonly read: (at: number) => Promise<Buffer | null>,
  ) {
    this.splitter = new RecordSplitter(file.format === 'csv');
    this.parse = file.format === 'csv' ? csvParser(file) : ndjsonParser;
    this.at = at;
    this.row = lastRow;
  }

  /** The next rows. Empty at the end of the file. */
  async batch(): Promise<ContactRow[]> {
    const rows: ContactRow[] = [];
    const until = this.at + MOST_BYTES;
    const yielding = new CooperativeYield(SLICE_MS);
    while (rows.length < MOST_ROWS && (rows.length === 0 || this.at < until)) {
      const some = await this.some(Math.min(ROWS_AT_ONCE, MOST_ROWS - rows.length), yielding);
      // Empty lines are skipped, so no rows means the end of the file.
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
        rows.push({ row, end, ...(await this.judged(formProblemOf(content) ?? parsed.next().value!)) });
      }
    }
    return rows;
  }

  /** NDJSON has bodies of requests, which are right as a whole or not at all. */
  private async judged(record: ParsedRecord): Promise<Pick<ContactRow, 'outcome' | 'unread'>> {
    if ('finding' in record) return { outcome: record, unread: [] };
    if (this.file.format === 'ndjson') return { outcome: await RULES.judged(record.plain), unread: [] };
    const { unread, ...outcome } = await RULES.judgedByValue(record.plain, record.unread ?? []);
    return { outcome, unread };
  }

  /** The next few rows that are not empty. Empty at the end of the file. */
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
      const content = this.inUtf8(record.subarray(0, contentLength(record)));
      if (content.length > 0) some.push({ row: this.row, end: this.at, content });
      bytes += content.length;
    }
    return some;
  }

  /** A row of CSV can be in another encoding than the beginning of the file. */
  private inUtf8(content: Buffer): Buffer {
    const isReadable = this.file.format === 'ndjson' || content.length > LONGEST_REPAIRED || isUtf8(content);
    return isReadable ? content : Buffer.from(repaired(content));
  }

  /** Skips all empty lines of the chunk at once: a file may have megabytes of them. */
  private passEmptyLines(): void {
    let length: number;
    while ((length = emptyLineLength(this.bytes, this.next)) > 0) {
      this.next += length;
      this.at += length;
      this.row++;
    }
  }

  /** One record with its line end. Null at the end of the file. */
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

/** A reason not to read the row at all. */
function formProblemOf(content: Buffer): ReturnType<typeof malformed> | null {
  if (content.length > LONGEST_CONTACT) return malformed('validation_failed', 'is too long for a contact');
  return isUtf8(content) ? null : malformed('validation_failed', 'is not valid UTF-8');
}
