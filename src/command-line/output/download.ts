import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Unavailable, UsageError } from '../errors';
import type { Host } from '../host';
import { counted, progressOf } from './progress';

/** Passes an answer on as it arrives; a terminal that shows it needs no bar beside it. */
export async function toStdout(bytes: Readable, host: Host): Promise<void> {
  try {
    if (host.stdout.isTTY) return await pipeline(bytes, host.stdout, { end: false });
    await pipeline(bytes, await counter(host), host.stdout, { end: false });
  } catch (error) {
    throw isBrokenPipe(error) ? error : brokenOff();
  }
}

/** The file is there when it is whole; only its owner can read it. @throws UsageError, Unavailable */
export async function toFile(bytes: Readable | string, file: string, host: Host): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx' });
    if (typeof bytes === 'string') await pipeline([bytes], target);
    else await pipeline(bytes, await counter(host), target);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || syscall === 'read') throw brokenOff();
    throw new UsageError(`${file} cannot be written: ${code}.`);
  }
}

async function counter(host: Host): Promise<ReturnType<typeof counted>> {
  return counted(await progressOf({ title: 'Receiving', unit: 'MB', total: null }, host));
}

function brokenOff(): Unavailable {
  return new Unavailable('The connection broke off in the middle of the answer; what came is not all.');
}

function isBrokenPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE';
}
