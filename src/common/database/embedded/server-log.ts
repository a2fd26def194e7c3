import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, truncateSync } from 'node:fs';

const MAX_BYTES = 2_000_000;
const CHECK_EVERY_MS = 60_000;

/**
 * What PostgreSQL says, in `<home>/server.log`, with the part before that in `server.log.1`: a few megabytes in all.
 * The server appends, so the file can be emptied under it.
 */
export class ServerLog {
  readonly descriptor: number;
  private readonly begin: number;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly file: string) {
    this.descriptor = openSync(file, 'a', 0o600);
    this.limit();
    this.begin = fstatSync(this.descriptor).size;
    this.timer = setInterval(() => this.limit(), CHECK_EVERY_MS).unref();
  }

  /** The last lines since this start: the reason, when a server does not come up. */
  tail(lines = 5): string {
    const text = readFileSync(this.file).subarray(this.begin).toString('utf8').trim();
    return text.split('\n').slice(-lines).join('\n');
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
