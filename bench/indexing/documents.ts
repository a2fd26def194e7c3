import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/server-process';

export interface Document {
  name: string;
  content: Buffer;
}

const MOST = 1_040;
/** Smallest and largest size of a document. Shorter files have no content; longer ones are change logs. */
const BYTES = { least: 800, most: 120_000 };

/** The Markdown files of a folder; by default of the packages that this working copy has installed. */
export function documentsOf(folder = join(ROOT, 'node_modules')): Document[] {
  const found: Document[] = [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  for (const path of paths.sort()) {
    const content = readFileSync(join(folder, path));
    if (content.length >= BYTES.least && content.length <= BYTES.most) found.push({ name: path.slice(-255), content });
    if (found.length === MOST) break;
  }
  if (found.length === 0) throw new Error(`${folder} has no Markdown files`);
  return found;
}
