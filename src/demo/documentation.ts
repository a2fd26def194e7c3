import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationPages, installationFolder } from '../config/installation';

/** A page of Parley's own documentation. */
export interface DocumentFile {
  /** Path from the root of the repository. */
  name: string;
  text: string;
  /** Changes with the text. */
  fingerprint: string;
}

/** The sources of the demonstration's agent: the pages for people who use, run and change Parley. */
export function documentation(): DocumentFile[] {
  const root = installationFolder();
  return [...documentationPages(), 'SECURITY.md', 'CONTRIBUTING.md'].map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return { name, text, fingerprint: createHash('sha256').update(text).digest('hex') };
  });
}
