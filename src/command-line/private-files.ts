import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unreadable, unwritable } from './errors';

/**
 * Only the user who runs the command can read the file. Concurrent readers see the old file or the new one.
 *
 * @throws UsageError if it cannot be written
 */
export async function writePrivately(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw unwritable(file, error);
  }
}

/** Null if the file does not exist, or is not complete JSON. @throws UsageError */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(file, error);
  }
}
