const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** Largest size of a row, in bytes: the same as for a JSON body. */
export const LONGEST_ROW = 1_048_576;

/**
 * Finds the ends of records in bytes that arrive in pieces. A record ends at a line feed, which in CSV must be outside
 * quotes (RFC 4180 §2.6). Counts quotes without parsing them: a doubled quote changes nothing.
 */
export class RecordSplitter {
  /** Whether the bytes read so far end inside quotes. */
  quoted = false;

  constructor(private readonly quotes: boolean) {}

  /**
   * Returns the offset just after the line feed that ends the record at `from`, or -1 if the piece does not contain it.
   */
  end(piece: Uint8Array, from: number): number {
    if (!this.quotes) return piece.indexOf(LINE_FEED, from) + 1 || -1;
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at];
      if (byte === LINE_FEED && !this.quoted) return at + 1;
      if (byte === QUOTE) this.quoted = !this.quoted;
    }
    return -1;
  }
}

/** The record without its line end: a line feed, CR LF, or the end of the file. */
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
