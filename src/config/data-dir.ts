import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotStart, quoted } from './cannot-start';

const file = 'a part of its path is a file, not a folder. Move that file away, or choose another DATA_DIR';
const forbidden = 'this user may not write there. Give it the folder (chown), or choose another DATA_DIR';
const full = 'the disk is full. Make room on it, or choose another DATA_DIR';
const tooLong = 'its path is too long or contains a loop of links. Choose another DATA_DIR';

/** By the code of the system's error. */
const SENTENCES: Record<string, string> = {
  EEXIST: file,
  ENOTDIR: file,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'it is on a read-only disk. Choose another DATA_DIR',
  ENOSPC: full,
  EDQUOT: full,
  ENAMETOOLONG: tooLong,
  ELOOP: tooLong,
};

/** Creates a folder and its missing parents, readable by this user only. Throws the error of the file system. */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    // On a read-only disk, Node reports the missing folder. The folder above shows the real reason.
    accessSync(nearest(folder), constants.W_OK);
    throw error;
  }
  accessSync(folder, constants.W_OK | constants.X_OK);
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** The line for a file system error below DATA_DIR. Returns the error itself for other errors. */
export function dataDirProblem(error: unknown, dataDir: string): unknown {
  const { code = '', path, syscall = 'spawn', message } = error as NodeJS.ErrnoException;
  if (error instanceof CannotStart || path === undefined || syscall.startsWith('spawn')) return error;
  const sentence = SENTENCES[code] ?? `${quoted(message)}. Choose another DATA_DIR`;
  return new CannotStart(`DATA_DIR ${dataDir} cannot be used: ${sentence} (${code}, ${path}).`, { cause: error });
}
