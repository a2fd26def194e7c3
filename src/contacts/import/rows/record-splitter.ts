const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;

/** Largest size of a row, in bytes: the same as for a JSON body. */
export const LONGEST_ROW = 1_048_576;

/** Where in a record the bytes so far end: before a cell, in one without quotes, in one with quotes, or behind a quote in it. */
const BEFORE = 0;
const PLAIN = 1;
const QUOTED = 2;
const BEHIND = 3;

/**
 * Finds the ends of records in bytes that arrive in pieces. A record ends at a line feed, or at a carriage return without one, which in
 * CSV must be outside quotes (RFC 4180 §2.6). A quote begins a cell only where the cell begins, and ends it only before a separator or a line end: others are letters of texts such as
 * `5" disk`. Any of the separators counts, because the file's own is not known yet.
 */
export class RecordSplitter {
  private state = BEFORE;
  private isAfterReturn = false;
  /** Whether the record has quotes within quotes that are not doubled, so that two of them may be one and the end of the cell. */
  private isMisquoted = false;

  /** Whether its quotes are pairs, so that a line end ends it where they are misplaced. */
  private isEven = true;

  constructor(private readonly quotes: boolean) {}

  /** Whether the bytes read so far end inside quotes. */
  get quoted(): boolean {
    return this.state === QUOTED;
  }

  /** Returns the offset just after the line end of the record at `from`, or -1 if the piece does not contain it. */
  end(piece: Uint8Array, from: number): number {
    if (!this.quotes) return piece.indexOf(LINE_FEED, from) + 1 || -1;
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at]!;
      if (this.isAfterReturn) {
        this.isAfterReturn = false;
        if (byte !== LINE_FEED) return at;
      }
      if (this.state === QUOTED) {
        if (byte === QUOTE) {
          this.state = BEHIND;
          this.isEven = !this.isEven;
        } else if (byte === LINE_FEED && this.isMisquoted && this.isEven) {
          this.begin();
          return at + 1;
        }
      } else if (byte === LINE_FEED) {
        this.begin();
        return at + 1;
      } else if (byte === CARRIAGE_RETURN) {
        this.begin();
        this.isAfterReturn = true;
      } else if (isSeparator(byte)) this.state = BEFORE;
      else if (byte === QUOTE) this.quote();
      else if (byte !== SPACE) this.letter();
    }
    return -1;
  }

  private begin(): void {
    this.state = BEFORE;
    this.isMisquoted = false;
    this.isEven = true;
  }

  /** A doubled quote stands for one (RFC 4180 §2.7). */
  private quote(): void {
    this.isEven = !this.isEven;
    if (this.state === BEFORE || (this.state === BEHIND && !this.isMisquoted)) this.state = QUOTED;
  }

  private letter(): void {
    this.isMisquoted ||= this.state === BEHIND;
    this.state = this.state === BEHIND ? QUOTED : PLAIN;
  }
}

function isSeparator(byte: number): boolean {
  return byte === 0x2c || byte === 0x3b || byte === 0x09 || byte === 0x7c;
}

/** The record without its line end: a line feed, CR LF, a carriage return, or the end of the file. */
export function contentLength(record: Uint8Array): number {
  let { length } = record;
  if (record[length - 1] === LINE_FEED) length--;
  if (record[length - 1] === CARRIAGE_RETURN) length--;
  return length;
}

/** Length in bytes of the empty line at `at`, or 0 if the line is not empty or its end is missing. */
export function emptyLineLength(bytes: Uint8Array, at: number): 0 | 1 | 2 {
  if (bytes[at] === LINE_FEED) return 1;
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? 2 : 0;
}
