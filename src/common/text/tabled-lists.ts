import type { Block, BlockElement } from './block.types';

/** A list becomes a table of this many cells at most. */
const MOST_CELLS = 500;
/** The name of a field, which the built-in model writes before each cell of a row: `Plan: Pro; Price: 9`. */
const NAME = /^([^:;\n]{1,60}): /;

interface Field {
  readonly name: string;
  readonly value: Block[];
}

/**
 * Lists whose items all have the same named fields, as tables: in a message, rows of a table are items of a list, because not every reader
 * shows tables. Any other list stays a list.
 */
export function withTables(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => (typeof block !== 'string' && block.type === 'ul' ? (tableOf(block) ?? block) : block));
}

function tableOf({ children: items = [] }: BlockElement): BlockElement | null {
  const rows = items.map((item) => (typeof item === 'string' ? null : fieldsOf(item.children ?? [])));
  if (rows.length < 2 || !rows.every((row) => row !== null)) return null;
  const columns = rows.reduce((most, row) => (row.length > most.length ? row : most)).map(({ name }) => name);
  if (columns.length < 2 || new Set(columns).size < columns.length || rows.length * columns.length > MOST_CELLS) {
    return null;
  }
  if (!rows.every((row) => row[0]!.name === columns[0] && isWithin(row, columns))) return null;
  const head = columns.map((name): BlockElement => ({ type: 'th', children: [name] }));
  const body = rows.map((row) => {
    const valueOf = new Map(row.map(({ name, value }) => [name, value]));
    return rowOf(columns.map((name): BlockElement => ({ type: 'td', children: valueOf.get(name) ?? [] })));
  });
  return { type: 'table', children: [rowOf(head), ...body] };
}

function rowOf(children: BlockElement[]): BlockElement {
  return { type: 'tr', children };
}

/** The fields of an item. Null if it has anything else, such as a list in the list. */
function fieldsOf(content: readonly Block[]): Field[] | null {
  const fields: Field[] = [];
  for (const block of content) {
    if (typeof block !== 'string') {
      if (BLOCKS.has(block.type) || fields.length === 0) return null;
      fields.at(-1)!.value.push(block);
      continue;
    }
    for (const [at, part] of block.split('; ').entries()) {
      const name = at > 0 || fields.length === 0 ? NAME.exec(part) : null;
      const rest = name ? part.slice(name[0].length) : part;
      if (name) fields.push({ name: name[1]!, value: [] });
      else if (at > 0 || fields.length === 0) return null;
      if (rest !== '') fields.at(-1)!.value.push(rest);
    }
  }
  return fields;
}

const BLOCKS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'pre', 'table']);

/** Whether a row has its fields in the order of the columns. Empty cells are left out of a row. */
function isWithin(row: readonly Field[], columns: readonly string[]): boolean {
  let from = 0;
  return row.every(({ name }) => {
    const at = columns.indexOf(name, from);
    from = at + 1;
    return at >= 0;
  });
}
