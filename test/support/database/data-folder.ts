import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

/** Bytes: the databases of a run, its write-ahead log, and as much again. */
const ENOUGH = 4 * 2 ** 30;

/**
 * A new folder for the database server of a test run, in memory where there is room. Each suite creates a database and
 * drops it, some 800 files: on ext4 without a journal, which does not reuse an inode for a minute, that becomes slower
 * with every suite (45 ms against 900 ms after thirty).
 */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'parley-test-'));
  // The account that runs the server, where the tests run as root, must reach it.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}
