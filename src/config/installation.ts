import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that the service came in, with its package.json: the same for the sources and for what is compiled from them. */
export function installationFolder(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = dirname(folder);
  }
  return folder;
}
