import { MailNotTaken } from './vendor-mail.errors';

/** Longer headers are cut, as when they are scanned. */
const MOST_HEADER_BYTES = 1_048_576;

/**
 * The memory that bodies of vendors may take in a process, which holds an email until its proof or its recipient has arrived. Beyond it, a
 * vendor has to try again.
 */
export class HeldBytes {
  private held = 0;

  constructor(private readonly most: number) {}

  /** @throws MailNotTaken 503 */
  add(bytes: number): void {
    if (this.held + bytes > this.most) throw new MailNotTaken('Too much email arrives at once. Try again later.');
    this.held += bytes;
  }

  release(bytes: number): void {
    this.held -= bytes;
  }
}

/** Collects an email of a bounded size. Of a larger one, only the headers stay. */
export class MailCollector {
  private pieces: Buffer[] = [];
  private size = 0;
  isCutShort = false;

  constructor(
    private readonly most: number,
    private readonly held: HeldBytes,
  ) {}

  /** @throws MailNotTaken 503 */
  add(piece: Buffer): void {
    if (this.isCutShort) return;
    this.held.add(piece.length);
    this.pieces.push(piece);
    this.size += piece.length;
    if (this.size <= this.most) return;
    this.isCutShort = true;
    const head = headOf(Buffer.concat(this.pieces));
    this.drop();
    this.held.add(head.length);
    this.pieces = [head];
    this.size = head.length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.pieces);
  }

  /** Frees the memory. */
  drop(): void {
    this.held.release(this.size);
    this.pieces = [];
    this.size = 0;
  }
}

/** The headers with the empty line after them. */
export function headOf(mail: Buffer): Buffer {
  const begin = mail.subarray(0, MOST_HEADER_BYTES);
  const [blank] = /\r?\n\r?\n/.exec(begin.toString('latin1')) ?? [];
  const end = blank === undefined ? begin.length : begin.indexOf(blank, 0, 'latin1');
  return Buffer.concat([begin.subarray(0, end), Buffer.from('\r\n\r\n')]);
}
