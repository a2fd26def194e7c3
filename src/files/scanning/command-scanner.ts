import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type FileScanner, type ScannedBytes, ScanFailed, type Verdict } from './file-scanner.types';

const VERDICTS: Readonly<Record<number, Verdict>> = { 0: 'clean', 1: 'infected' };

/**
 * A program that reads the bytes on its standard input: it exits with 0 for a clean file and with 1 for an infected one, as clamscan and
 * clamdscan do. It gets no settings of this process, and no arguments.
 */
export class CommandScanner implements FileScanner {
  constructor(private readonly path: string) {}

  async scan({ bytes }: ScannedBytes, signal: AbortSignal): Promise<Verdict> {
    const { PATH = '/usr/bin:/bin' } = process.env;
    // A group of its own, so that what it starts ends with it.
    const child = spawn(this.path, [], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH, LANG: 'C' },
      detached: true,
    });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    signal.addEventListener('abort', kill, { once: true });
    try {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      const sent = feed(child.stdin, bytes);
      // If reading fails, the program would see the end of a whole file.
      sent.catch(kill);
      const [code] = await ended.catch((error: unknown) => {
        throw new ScanFailed('cannot be started', { cause: error });
      });
      const isWhole = await sent;
      signal.throwIfAborted();
      const verdict = code === null ? undefined : VERDICTS[code];
      if (!verdict) throw new ScanFailed(code === null ? 'was ended' : `exited with ${code}`);
      if (verdict === 'clean' && !isWhole) throw new ScanFailed('gave its verdict before it had all bytes');
      return verdict;
    } finally {
      signal.removeEventListener('abort', kill);
      kill();
    }
  }
}

/** Whether the program has taken all bytes. @throws the errors of reading them */
async function feed(input: Writable, bytes: AsyncIterable<Buffer>): Promise<boolean> {
  let isOpen = true;
  const closed = new Promise<void>((resolve) => {
    const close = (): void => {
      isOpen = false;
      resolve();
    };
    input.once('close', close).once('error', close);
  });
  for await (const piece of bytes) {
    if (!isOpen) return false;
    if (!input.write(piece)) await Promise.race([once(input, 'drain').catch(() => {}), closed]);
  }
  if (!isOpen) return false;
  return new Promise((resolve) => {
    input.once('error', () => resolve(false));
    input.end((error?: Error | null) => resolve(!error));
  });
}
