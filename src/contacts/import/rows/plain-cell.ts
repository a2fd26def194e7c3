/** What spreadsheets write so that a value stays text: `="007"`, and a link as a formula (by its text, or else its address). */
const TEXT_FORMULA = /^\s*=\s*"((?:[^"]|"")*)"\s*$/;
const HYPERLINK = /^\s*=\s*HYPERLINK\s*\(\s*"((?:[^"]|""){0,2000})"\s*(?:[,;]\s*"((?:[^"]|""){0,2000})"\s*)?\)\s*$/i;
/** An apostrophe before a value that a spreadsheet would take for a number, a formula or a mention. */
const TEXT_MARK = /^'(?=[=+@-]|\d+$)/;
/** Spaces that break no line, and invisible characters that web pages and address books copy along. */
const HARD_SPACES = /[\u00a0\u2007\u202f]/g;
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** The value of a cell as its writer saw it, with every character of it. */
export function cellText(cell: string): string {
  return ofFormula(cell).replace(TEXT_MARK, '');
}

/** The same without characters that cannot be seen. */
export function plainCell(cell: string): string {
  return cellText(cell).replace(HARD_SPACES, ' ').replace(INVISIBLE, '');
}

/** The same on one line, without spaces around it. */
export function plainLine(cell: string): string {
  return plainCell(cell)
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .trim();
}

function ofFormula(cell: string): string {
  if (!/^\s*=/.test(cell)) return cell;
  const [, text] = TEXT_FORMULA.exec(cell) ?? [];
  if (text !== undefined) return text.replaceAll('""', '"');
  const [, link, shown] = HYPERLINK.exec(cell) ?? [];
  const value = shown === undefined || shown.trim() === '' ? link?.replace(/^(?:mailto|tel):/i, '') : shown;
  return value === undefined ? cell : value.replaceAll('""', '"');
}
