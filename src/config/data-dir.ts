import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotStart, quoted } from './cannot-start';

const file = 'a part of its path is a file, not a folder. Move that file away, or choose another DATA_DIR';
const forbidden = 'this user may not write there. Give it the folder (chown), or choose another DATA_DIR';
const full = 'the disk is full. Make room on it, or choose another DATA_DIR';
const tooLong = 'its path is too long or leads in a circle. Choose another DATA_DIR';

/** By the code of the system. */
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

/** Creates a folder and its missing parents, for this user's own files. Throws what the file system says. */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    // On a read-only disk Node takes what is not there for the reason; the folder above tells the real one.
    accessSync(nearest(folder), constants.W_OK);
    throw error;
  }
  accessSync(folder, constants.W_OK | constants.X_OK);
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** The line for a failure of the file system below DATA_DIR; the error itself where it is none. */
export function dataDirProblem(error: unknown, dataDir: string): unknown {
  const { code = '', path, syscall = 'spawn', message } = error as NodeJS.ErrnoException;
  if (error instanceof CannotStart || path === undefined || syscall.startsWith('spawn')) return error;
  const sentence = SENTENCES[code] ?? `${quoted(message)}. Choose another DATA_DIR`;
  return new CannotStart(`DATA_DIR ${dataDir} cannot be used: ${sentence} (${code}, ${path}).`, { cause: error });
}
