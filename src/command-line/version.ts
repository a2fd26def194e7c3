import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Set if the command line is built into one file. */
declare const PARLEY_VERSION: string | undefined;

export function version(): string {
  return typeof PARLEY_VERSION === 'string' ? PARLEY_VERSION : versionAbove(__dirname);
}

function versionAbove(folder: string): string {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return dirname(folder) === folder ? 'unknown' : versionAbove(dirname(folder));
  }
}
