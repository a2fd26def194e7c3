import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, isElement, rename } from './html-elements';

const ROWS = new Set(['row']);
const PARTS = new Set(['rowgroup']);
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const TABLES = new Set(['table', 'grid', 'treegrid']);

/** Tables that are made of other elements and say so by their roles (WAI-ARIA) become tables. */
export function tableRoles(root: Tree.ParentNode): void {
  for (const table of elementsOf(root)) {
    if (!TABLES.has(roleOf(table)) || table.tagName === 'table') continue;
    const parts = childrenOf(table);
    const rows = parts.flatMap((part) => (PARTS.has(roleOf(part)) ? childrenOf(part) : [part]));
    const isTable = rows.length > 1 && rows.every((row) => ROWS.has(roleOf(row)) && hasCells(row));
    if (!isTable) continue;
    rename(table, 'table');
    for (const part of parts) if (PARTS.has(roleOf(part))) rename(part, 'tbody');
    for (const row of rows) {
      rename(row, 'tr');
      for (const cell of childrenOf(row)) nameCell(cell);
    }
  }
}

function nameCell(cell: Tree.Element): void {
  const role = roleOf(cell);
  for (const [from, to] of [
    ['aria-colspan', 'colspan'],
    ['aria-rowspan', 'rowspan'],
  ] as const) {
    const span = attribute(cell, from);
    if (span !== '') cell.attrs.push({ name: to, value: span });
  }
  if (role === 'rowheader') cell.attrs.push({ name: 'scope', value: 'row' });
  rename(cell, role.endsWith('header') ? 'th' : 'td');
}

const childrenOf = (element: Tree.Element): Tree.Element[] => element.childNodes.filter(isElement);
const roleOf = (element: Tree.Element): string => attribute(element, 'role');

function hasCells(row: Tree.Element): boolean {
  const cells = childrenOf(row);
  return cells.length > 0 && cells.every((cell) => CELLS.has(roleOf(cell)));
}
