import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A page of Parley's own documentation. */
export interface DocumentFile {
  /** Path from the root of the repository, as a reader would look for it. */
  name: string;
  text: string;
  /** Changes with the text. */
  fingerprint: string;
}

/** What the agent of the demonstration answers from: the pages for people who use, run and change Parley. */
export function documentation(): DocumentFile[] {
  const root = repositoryRoot();
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...pages.sort().map((name) => `docs/${name}`), 'SECURITY.md', 'CONTRIBUTING.md'].map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return { name, text, fingerprint: createHash('sha256').update(text).digest('hex') };
  });
}

/** The same folder for the sources and for what is compiled from them. */
function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = dirname(folder);
  }
  return folder;
}
