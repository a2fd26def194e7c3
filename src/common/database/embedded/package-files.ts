import { chmodSync, lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Creates missing symbolic links of libraries. npm packages cannot contain links, so the package lists them in `pg-symlinks.json` and
 * creates them in an install script, which `npm ci --ignore-scripts` skips.
 *
 * @returns false if links are missing and the folder is not writable
 */
export function restoreLibraryLinks(packageFolder: string): boolean {
  const file = join(packageFolder, 'native', 'pg-symlinks.json');
  const links = JSON.parse(readFileSync(file, 'utf8')) as readonly { source: string; target: string }[];
  return links.every(({ source, target }) => link(join(packageFolder, source), join(packageFolder, target)));
}

function link(library: string, name: string): boolean {
  if (lstatSync(name, { throwIfNoEntry: false })) return true;
  try {
    symlinkSync(relative(dirname(name), library), name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

/** Makes the tree readable and its programs executable for all accounts, in case it was installed with a strict umask. */
export function openForReading(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name));
}
