import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, statfsSync, truncateSync } from 'node:fs';
import { quoted } from '../../../config/cannot-start';

/** Error lines of the server and of `initdb`. */
const TELLING = /\b(FATAL|PANIC|error):/;
const MAX_BYTES = 2_000_000;
const CHECK_EVERY_MS = 60_000;

/**
 * PostgreSQL's output in `<home>/server.log`, and older output in `server.log.1`: a few megabytes in all. The server appends, so that
 * the file can be emptied while it runs.
 */
export class ServerLog {
  readonly descriptor: number;
  private readonly begin: number;
  private readonly timer: NodeJS.Timeout;

  constructor(readonly file: string) {
    this.descriptor = openSync(file, 'a', 0o600);
    this.limit();
    this.begin = fstatSync(this.descriptor).size;
    this.timer = setInterval(() => this.limit(), CHECK_EVERY_MS).unref();
  }

  /** The first error line since this start, otherwise the last line. */
  telling(): string {
    const lines = readFileSync(this.file).subarray(this.begin).toString('utf8').trim().split('\n');
    return quoted(lines.find((line) => TELLING.test(line)) ?? lines.at(-1) ?? '') || this.silence();
  }

  private silence(): string {
    return statfsSync(this.file).bavail === 0 ? 'no space left on the disk' : 'it wrote no output';
  }

  close(): void {
    clearInterval(this.timer);
    closeSync(this.descriptor);
  }

  private limit(): void {
    if (fstatSync(this.descriptor).size < MAX_BYTES) return;
    copyFileSync(this.file, `${this.file}.1`);
    truncateSync(this.file);
  }
}
