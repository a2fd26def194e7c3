import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { BackupRefused } from './backup.errors';

/**
 * Writes a file that only its owner can read. It gets its name only once it is complete and on disk. `-` is standard
 * output.
 *
 * @throws BackupRefused if it cannot be written; then no part of it remains, and an existing file of that name is
 * unchanged
 */
export async function writeWhole(path: string, write: (out: Writable) => Promise<void>): Promise<void> {
  if (path === '-') return write(process.stdout);
  const draft = `${path}.${randomUUID()}.partial`;
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  let failed: NodeJS.ErrnoException | undefined;
  out.on('error', (error) => (failed ??= error));
  const interrupted = (): never => {
    rmSync(draft, { force: true });
    process.exit(1);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await write(out);
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    if (failed?.syscall === undefined) throw error;
    throw new BackupRefused(`${path} cannot be written (${failed.code}). No part of it remains.`, { cause: error });
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
