import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { elementsOf, isElement, nodesOf } from '../html/html-elements';
import { preparedPage } from '../html/prepared-page';
import { spreadTables, type TableShape } from '../html/table-grid';
import { angled } from './angled';
import { cellOf } from './magic-blocks';

const BLOCK = /^(?:p|div|br|li|ul|ol|tr|pre|h[1-6])$/;

/** A table of HTML as one of Markdown: each row has a cell for each column; rows that are of no column are paragraphs. */
export function tableMarkdown(html: string): string {
  const page = preparedPage(html);
  const shapes = spreadTables(page);
  const table = elementsOf(page).find(({ tagName }) => tagName === 'table');
  const shape = table && shapes.get(table);
  return table && shape ? rowsMarkdown(table, shape) : html;
}

function rowsMarkdown(table: Tree.Element, shape: TableShape): string {
  const rows = ownRows(table);
  const caption = elementsOf(table).find(({ tagName }) => tagName === 'caption');
  const pieces: string[] = caption ? [`${wordsOf(caption)}\n`] : [];
  const width = rows.reduce((most, row) => Math.max(most, cellsIn(row).length), shape.columns.length);
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const head = `${line(shape.columns.map((name) => cellOf(angled(name))))}\n|${' --- |'.repeat(width)}`;
  let isOpen = false;
  for (const row of rows) {
    const cells = cellsIn(row).map(wordsOf);
    if (shape.headers.has(row) || cells.every((cell) => cell === '')) continue;
    if (shape.isList) {
      pieces.push(`- ${cells.filter(Boolean).join(': ')}`);
    } else if (shape.groups.has(row) || shape.remarks.has(row)) {
      pieces.push(`\n${cells.join(' ')}\n`);
      isOpen = false;
    } else {
      if (!isOpen) pieces.push(`\n${head}`);
      isOpen = true;
      pieces.push(line(cells));
    }
  }
  return pieces.join('\n');
}

function ownRows(table: Tree.Element): Tree.Element[] {
  return table.childNodes
    .filter(isElement)
    .flatMap((part) => (part.tagName === 'tr' ? [part] : part.childNodes.filter(isElement)))
    .filter(({ tagName }) => tagName === 'tr');
}

function cellsIn(row: Tree.Element): Tree.Element[] {
  return row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

/** With its lines; Markdown within stays. */
function wordsOf(cell: Tree.Element): string {
  let text = '';
  for (const node of nodesOf(cell, ({ tagName }) => tagName !== 'script' && tagName !== 'style')) {
    if (isElement(node)) {
      if (BLOCK.test(node.tagName) && text.trim() !== '') text = `${text.trimEnd()}\n`;
    } else if ('value' in node) {
      const isSeparate = /\n[^\S\n]*\n/.test(node.value);
      text += isSeparate
        ? node.value
            .replace(/\n\s*\n/g, '\0')
            .replace(/\s+/g, ' ')
            .replaceAll('\0', '\n')
        : node.value.replace(/\s+/g, ' ');
    }
  }
  return cellOf(angled(text.replace(/ *\n[ \n]*/g, '\n')));
}
