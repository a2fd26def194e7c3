import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsedHtml } from '../common/text/html-tree';
import { storable } from '../common/text/storable';
import type { ReadableDocument } from './document.types';
import { attribute, elementsOf, rename } from './html/html-elements';
import { readContent } from './html/read-html';

/** A line in whose place Asciidoctor would write the name of the file. */
const INCLUDE = /^include::[^\s[][^\n[]{0,500}\[[^\]\n]{0,500}\][^\S\n]*$/gm;

/** AsciiDoc, read as the HTML that Asciidoctor makes of it. It includes no other file. */
export async function readAsciidoc(text: string): Promise<ReadableDocument> {
  // Loaded when the first such file comes.
  const { convert } = await import('@asciidoctor/core');
  const html = await convert(storable(text).replace(INCLUDE, ''), {
    safe: 'secure',
    standalone: false,
    attributes: { showtitle: '', 'toc!': '', 'sectanchors!': '', 'table-caption!': '', 'figure-caption!': '' },
  });
  const tree = parsedHtml(storable(String(html)));
  for (const element of elementsOf(tree))
    if (/\badmonitionblock\b/.test(attribute(element, 'class'))) openNote(element);
  return readContent(tree, null);
}

/** A note is a table of a sign and what it says. */
function openNote(note: Tree.Element): void {
  for (const element of elementsOf(note)) {
    if (attribute(element, 'class') === 'icon') element.childNodes = [];
    if (attribute(element, 'class') === 'content') {
      for (let at: Tree.Element = element; at !== note; at = at.parentNode as Tree.Element) rename(at, 'div');
      return;
    }
  }
}
