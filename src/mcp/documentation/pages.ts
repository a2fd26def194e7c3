import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationPages, installationFolder } from '../../config/installation';

/** A part of a page, from its heading to the next one. */
export interface Section {
  /** Includes the headings above it: `Settings › Limits`. */
  heading: string;
  /** In characters, from the beginning of the page. */
  start: number;
  text: string;
}

/** A page of Parley's own documentation. */
export interface Page {
  /** The name in links: `README.md`, `docs/operations/install.md`. */
  name: string;
  title: string;
  /** Its first paragraph, on one line. */
  summary: string;
  text: string;
  sections: readonly Section[];
}

/**
 * The pages for people who use and run Parley, from this installation. Without decisions, which would outweigh the
 * instructions.
 */
export function readPages(): Page[] {
  const root = installationFolder();
  return documentationPages().map((name) => pageOf(name, readFileSync(join(root, name), 'utf8')));
}

export function pageOf(name: string, text: string): Page {
  const sections = sectionsOf(text);
  const paragraphs = text.split(/\n\s*\n/).filter((block) => /^[A-Za-z*[`]/.test(block));
  return {
    name,
    title: sections[0]?.heading ?? name,
    summary: (paragraphs[0] ?? '').replace(/\s+/g, ' ').trim(),
    text,
    sections,
  };
}

/** A line in a block of code that begins with `#` is not a heading. */
function sectionsOf(text: string): Section[] {
  const starts: { heading: string; start: number }[] = [];
  const path: string[] = [];
  let fenced = false;
  let start = 0;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const [, marks, heading] = (!fenced && /^(#{1,6}) +(.+)$/.exec(line)) || [];
    if (marks && heading) {
      path.splice(marks.length - 1, path.length, heading);
      starts.push({
        heading: path
          .filter(Boolean)
          .slice(marks.length > 1 ? 1 : 0)
          .join(' › '),
        start,
      });
    }
    start += line.length + 1;
  }
  return starts.map((section, n) => ({ ...section, text: text.slice(section.start, starts[n + 1]?.start) }));
}
