const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** Bytes of a row at most; as many as a JSON body. */
export const LONGEST_ROW = 1_048_576;

/**
 * Finds where records end in bytes that arrive in pieces: at a line feed, which in CSV is outside of quotes (RFC 4180
 * §2.6). Quotes are counted, not understood: a doubled one changes nothing.
 */
export class RecordSplitter {
  /** Whether what was read so far ends inside of quotes. */
  quoted = false;

  constructor(private readonly quotes: boolean) {}

  /** Just past the line feed that ends the record which goes on at `from`, or -1 where the piece does not have it. */
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

/** Without its line end, which may be a line feed, CR LF, or the end of the file. */
export function contentLength(record: Uint8Array): number {
  let { length } = record;
  if (record[length - 1] === LINE_FEED) length--;
  if (record[length - 1] === CARRIAGE_RETURN) length--;
  return length;
}

/** How many bytes the line that begins at `at` has if it is empty and its end is there; else 0. */
export function emptyLineLength(bytes: Uint8Array, at: number): 0 | 1 | 2 {
  if (bytes[at] === LINE_FEED) return 1;
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? 2 : 0;
}
