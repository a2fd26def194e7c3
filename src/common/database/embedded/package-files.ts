import { chmodSync, lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * npm packages cannot hold symbolic links: the package lists its libraries' in `pg-symlinks.json` and creates them in
 * an install script, which `npm ci --ignore-scripts` leaves out. This creates the ones that are missing.
 *
 * @returns false when links are missing and the folder cannot be written.
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

/** Lets every account read the tree and run what its owner may run: a strict umask at install time does not carry over. */
export function openForReading(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name));
}
