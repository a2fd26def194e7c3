import stringWidth from 'string-width';
import { cellOf, isRecord } from './fields';
import { onLines, onOneLine } from './printable';
import { Table, type TableOptions } from './table';

/** One record as lines `field  value`, followed by the tables of its lists. */
export async function recordLines(record: unknown, options: TableOptions): Promise<string> {
  const { fields, lists } = flattened(record, '');
  const widest = Math.max(0, ...fields.map(([name]) => stringWidth(name)));
  const lines = fields.map(([name, value]) => {
    const [first = '', ...more] = onLines(cellOf(value)).split('\n');
    const label = onOneLine(name) + ' '.repeat(widest - stringWidth(name));
    // Indented, so that no text can look like a field.
    return [
      `${options.paint('dim', label)}  ${first}`.trimEnd(),
      ...more.map((line) => ' '.repeat(widest + 2) + line),
    ].join('\n');
  });
  let text = lines.length > 0 ? `${lines.join('\n')}\n` : '';
  for (const [name, rows] of lists) {
    text += `\n${options.paint('bold', onOneLine(name))}\n`;
    text +=
      rows.length > 0
        ? await new Table({ ...options, fields: null, columns: null, layout: null, numbered: false }).lines(rows)
        : 'none\n';
  }
  return text;
}

export interface Flattened {
  fields: [name: string, value: unknown][];
  lists: [name: string, rows: unknown[]][];
}

export function flattened(value: unknown, name: string): Flattened {
  if (Array.isArray(value) && value.some(isRecord)) return { fields: [], lists: [[name, value]] };
  if (!isRecord(value) || Object.keys(value).length === 0) return { fields: [[name, value]], lists: [] };
  const parts = Object.entries(value).map(([field, inner]) => flattened(inner, name ? `${name}.${field}` : field));
  return { fields: parts.flatMap(({ fields }) => fields), lists: parts.flatMap(({ lists }) => lists) };
}
