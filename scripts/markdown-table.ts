/** Rows, the names of the columns first, aligned as Prettier does it. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_name, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The page with the text between its marks `<!-- name: … -->` and `<!-- end of name -->`. */
export function withPart(page: string, name: string, text: string): string {
  const [start] = new RegExp(`<!-- ${name}: .*? -->\n`).exec(page) ?? [];
  const end = `<!-- end of ${name} -->`;
  const from = start === undefined ? -1 : page.indexOf(start) + start.length;
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no <!-- ${name}: … --> … ${end}`);
  return `${page.slice(0, from)}\n${text}\n\n${page.slice(to)}`;
}
