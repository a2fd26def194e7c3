import { createHash } from 'node:crypto';
import { ScanFailed } from './file-scanner.types';

/** The longest line with the length of a chunk, and its extensions. */
const LONGEST_LINE = 1_024;

/** A body in chunks (RFC 9112 §7.1) as it arrives. Only its length and hash are kept. */
export class ChunkedBody {
  private line = '';
  /** Bytes of the chunk that are to come, with the line break after it; null: its length is to come. */
  private rest: number | null = null;
  private readonly hash = createHash('sha256');
  private length = 0;

  constructor(private readonly most: number) {}

  /** The length and SHA-256 once all of it is there, else null. @throws ScanFailed where it is none, or longer than `most` */
  take(bytes: Buffer): { length: number; sha256: Buffer } | null {
    for (let at = 0; at < bytes.length;) {
      if (this.rest === null) {
        const end = bytes.indexOf(10, at);
        this.line += bytes.toString('latin1', at, end === -1 ? bytes.length : end + 1);
        if (this.line.length > LONGEST_LINE) throw new ScanFailed('sent a malformed body');
        if (end === -1) return null;
        at = end + 1;
        const size = sizeIn(this.line);
        this.line = '';
        if (size === 0) return { length: this.length, sha256: this.hash.digest() };
        this.rest = size + 2;
      } else {
        const part = bytes.subarray(at, at + this.rest);
        const content = part.subarray(0, Math.max(0, this.rest - 2));
        this.hash.update(content);
        this.length += content.length;
        if (this.length > this.most) throw new ScanFailed('changed the file without a reason');
        this.rest -= part.length;
        at += part.length;
        if (this.rest === 0) this.rest = null;
      }
    }
    return null;
  }
}

function sizeIn(line: string): number {
  const size = /^([0-9a-f]{1,8})\s*(?:;.*)?\r?\n$/i.exec(line)?.[1];
  if (size === undefined) throw new ScanFailed('sent a malformed body');
  return parseInt(size, 16);
}
