import { escaped } from '../../common/http/escaped';
import type { PdfBlock } from './pdf.types';

/** Blocks as HTML that says of them what is known. */
export function htmlOf(title: string | null, blocks: readonly PdfBlock[]): string {
  const html = [title === null ? '' : `<title>${escaped(title)}</title>`];
  for (const [index, block] of blocks.entries()) html.push(tagged(block, blocks[index - 1], blocks[index + 1]));
  return html.join('\n');
}

function tagged(block: PdfBlock, before: PdfBlock | undefined, after: PdfBlock | undefined): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`;
    case 'code':
      // The first line break of a <pre> is none.
      return `<pre>\n${escaped(block.text)}</pre>`;
    case 'item':
      return itemTagged(block, before, after);
    case 'row': {
      const cell = block.isHead ? 'th' : 'td';
      const cells = block.cells.map((text) => `<${cell}>${escaped(text)}</${cell}>`).join('');
      const ends = after?.kind !== 'row' || after.isFirst;
      return `${block.isFirst ? '<table>' : ''}<tr>${cells}</tr>${ends ? '</table>' : ''}`;
    }
  }
}

type Item = Extract<PdfBlock, { kind: 'item' }>;

/** A list within a list stands between its items; both are lists of one kind, numbered or not. */
function itemTagged(item: Item, before: PdfBlock | undefined, after: PdfBlock | undefined): string {
  const from = before?.kind === 'item' ? before.depth + 1 : 0;
  const to = after?.kind === 'item' ? after.depth + 1 : 0;
  const depth = item.depth + 1;
  const value = item.number === null ? '' : ` value="${item.number}"`;
  return `${'<ul>'.repeat(Math.max(0, depth - from))}<li${value}>${escaped(item.text)}</li>${'</ul>'.repeat(Math.max(0, depth - to))}`;
}
