import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the installation, with its package.json. The same for the sources and for compiled code. */
export function installationFolder(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = dirname(folder);
  }
  return folder;
}

/** Pages for people who use and run Parley, by their paths in that folder. Decisions say why, and would outweigh them in a search. */
export function documentationPages(): string[] {
  const pages = readdirSync(join(installationFolder(), 'docs'), { recursive: true, encoding: 'utf8' });
  const names = pages.filter((name) => name.endsWith('.md') && !name.startsWith('decisions'));
  return ['README.md', ...names.sort().map((name) => `docs/${name}`)];
}
