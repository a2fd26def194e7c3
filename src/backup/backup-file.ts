import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Seal } from '../common/secrets/seal';
import { BackupRefused, DamagedBackup } from './backup.errors';
import { type Frame, frameOf, framesIn } from './frames';

/*
 * A backup is a line with the format and the SHA-256 of the next line, a line of JSON, frames in gzip, and the sealed
 * SHA-256 of all that. So another kind of file, a damaged one and one of another SECRET_KEY are distinguished before a
 * row is read.
 */
const FORMAT = 1;
const FIRST_LINE = /^parley-backup (\d+) ([0-9a-f]{64})\n$/;
const FIRST_LINE_BYTES = 81;
const LONGEST_HEADER = 131_072;
/** A sealed SHA-256: nonce, tag, and 64 hexadecimal digits. */
const TRAILER_BYTES = 12 + 16 + 64;
const NEWLINE = 0x0a;

/** The header of a backup, which is read before its rows. */
export interface BackupHeader {
  /** All migrations that had run, in order. */
  migrations: string[];
  /** Each feature with migrations, and its last one. Absent from backups of older versions. */
  features?: Record<string, string>;
  /** Absent in the same case. */
  tables?: string[];
  createdAt: string;
  /** The version of Parley. */
  version: string;
}

/** Writes a whole backup. Memory is bounded for frames of any size. */
export async function writeBackup(
  out: Writable,
  { header, frames, seal }: { header: BackupHeader; frames: AsyncIterable<Frame>; seal: Seal },
): Promise<void> {
  const digest = createHash('sha256');
  const whole = async function* (packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const head = headOf(header, seal);
    digest.update(head);
    yield head;
    for await (const piece of packed) {
      digest.update(piece);
      yield piece;
    }
    yield seal.seal(digest.digest('hex'));
  };
  await pipeline(bytesOf(frames), createGzip({ level: constants.Z_BEST_SPEED }), whole, out);
}

async function* bytesOf(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) yield frameOf(frame);
}

function headOf(header: BackupHeader, seal: Seal): Buffer {
  const line = `${JSON.stringify({ ...header, key: seal.sealToken(header.createdAt) })}\n`;
  return Buffer.from(`parley-backup ${FORMAT} ${sha256(line)}\n${line}`);
}

/** A complete backup of this SECRET_KEY. */
export class BackupFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    readonly header: BackupHeader,
    private readonly body: { start: number; end: number },
  ) {}

  /**
   * Reads the whole file once to verify it.
   *
   * @throws BackupRefused if it cannot be used
   */
  static async open(path: string, seal: Seal): Promise<BackupFile> {
    const file = await open(path, 'r').catch((error: unknown) => {
      throw new BackupRefused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    });
    try {
      const { header, start } = await readHead(file, path, seal);
      const { size } = await file.stat();
      const end = size - TRAILER_BYTES;
      if (end <= start || !(await isWhole(file, end, seal))) throw new DamagedBackup(path);
      return new BackupFile(file, path, header, { start, end });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async *frames(): AsyncGenerator<Frame> {
    const packed = this.file.createReadStream({ start: this.body.start, end: this.body.end - 1, autoClose: false });
    const unpacked = createGunzip();
    const unpacking = pipeline(packed, unpacked);
    // The reader gets the error too.
    unpacking.catch(() => {});
    try {
      yield* framesIn(unpacked);
      await unpacking;
    } catch (error) {
      // The file was complete a moment ago, so its content is at fault.
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new DamagedBackup(this.path);
      throw error;
    } finally {
      unpacked.destroy();
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

async function readHead(file: FileHandle, path: string, seal: Seal): Promise<{ header: BackupHeader; start: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_BYTES + LONGEST_HEADER), 0, undefined, 0);
  const first = FIRST_LINE.exec(buffer.subarray(0, FIRST_LINE_BYTES).toString('latin1'));
  if (!first) throw new BackupRefused(`${path} is not a backup of Parley.`);
  if (Number(first[1]) !== FORMAT) {
    throw new BackupRefused(`${path} was written by a later version of Parley. Restore it with that version.`);
  }
  const begin = FIRST_LINE_BYTES;
  const start = buffer.indexOf(NEWLINE, begin) + 1;
  const line = buffer.subarray(begin, start).toString('utf8');
  if (start === 0 || start > bytesRead || sha256(line) !== first[2]) throw new DamagedBackup(path);
  const { key, ...header } = JSON.parse(line) as BackupHeader & { key: string };
  if (seal.openToken(key) !== header.createdAt) {
    throw new BackupRefused(
      `${path} was made with another SECRET_KEY. Add that key to SECRET_KEY_FALLBACKS: without it, the encrypted values cannot be read.`,
    );
  }
  return { header, start };
}

async function isWhole(file: FileHandle, end: number, seal: Seal): Promise<boolean> {
  const digest = createHash('sha256');
  const bytes: Readable = file.createReadStream({ start: 0, end: end - 1, autoClose: false });
  for await (const piece of bytes) digest.update(piece as Buffer);
  const { buffer } = await file.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, end);
  try {
    return seal.open(buffer) === digest.digest('hex');
  } catch {
    return false;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
