// Writes the table of settings into README.md, from src/config/settings.ts:
//   node -r ./scripts/register-swc.js scripts/settings-table.ts
// test/docs/readme.spec.ts fails while the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../src/config/settings';

const START = '<!-- settings: written by scripts/settings-table.ts -->';
const END = '<!-- end of settings -->';

/** One row for each setting, aligned as Prettier does it. */
function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, { description, fallback }]) => [
    `\`${name}\``,
    description,
    fallback,
  ]);
  const table = [['Variable', 'What it is', 'Where it is absent'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const [head, ...body] = table.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

/** The page with its table as the code has it now. */
export function withSettings(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`The page has no ${START} … ${END}`);
  return `${page.slice(0, start)}${START}\n\n${settingsTable()}\n\n${page.slice(end)}`;
}

if (require.main === module) writeFileSync('README.md', withSettings(readFileSync('README.md', 'utf8')));
