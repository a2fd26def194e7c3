/** The cells of a row as it is written: between bars without a backslash before them, as GitHub reads tables. */
export function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, ''); // prettier-ignore
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}
