/** A table for people: the first column to the left, numbers to the right, text columns after them to the left. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head.map((title, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return {
      width: Math.max(title.length, ...cells.map((cell) => cell.length)),
      numeric: index > 0 && cells.every((cell) => /^[\d.]*$/.test(cell)),
    };
  });
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ width, numeric }, index) =>
        numeric ? (cells[index] ?? '').padStart(width) : (cells[index] ?? '').padEnd(width),
      )
      .join('  ')
      .trimEnd();
  return [line(head), line(columns.map(({ width }) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
