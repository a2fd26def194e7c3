import { parse } from 'csv-parse/sync';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { readText } from '../../common/text/read-text';
import { storable } from '../../common/text/storable';
import type { ReadableDocument } from '../document.types';
import { readHtml } from '../html/read-html';
import { sheetHtml } from './sheet-html';

export const MOST_CELLS = 200_000;
const MOST_COLUMNS = 1_000;
const SEPARATORS = [',', ';', '\t', '|'];
/** Characters that are looked at for the separator. */
const LOOKED_AT = 20_000;
const MOST_LINES = 20;
const SEP = /^sep=(.)\r?\n/i;
/** Quotes by the rules, behind spaces, and within cells such as `5" pipe`. */
const WAYS = [{}, { trim: true }, { relax_quotes: true }];
const NUMBER = /^[-+]?[\d.,\s']+%?$/;

/** A table as CSV, however its program separates the cells and encodes the text. @throws DocumentTooLarge */
export function readCsv(bytes: Buffer, charset: string | null = null): ReadableDocument {
  const text = readText(bytes, charset).replace(/^\uFEFF/, '');
  const named = SEP.exec(text);
  const content = named ? text.slice(named[0].length) : text;
  const records = recordsOf(content, named?.[1] ?? separatorOf(content));
  const cells = records.reduce((sum, record) => sum + record.length, 0);
  if (cells > MOST_CELLS) throw new DocumentTooLarge(`more than ${MOST_CELLS} cells`);
  const rows = records.map((record) =>
    record
      .slice(0, MOST_COLUMNS)
      .map((cell) => (cell.trim() === '' ? undefined : { text: cell, isText: !NUMBER.test(cell.trim()) })),
  );
  return { ...readHtml(storable(sheetHtml(rows))), title: null };
}

function recordsOf(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: false };
  for (const way of WAYS) {
    try {
      return parse(text, { ...options, ...way });
    } catch {
      // The next way.
    }
  }
  // Quotes that follow no rules are characters.
  return parse(text, { ...options, quote: false });
}

/** The one that most lines have equally often, and the more often the better. */
function separatorOf(text: string): string {
  const sample = text.slice(0, LOOKED_AT).replace(/"(?:[^"]|"")*"/g, '');
  const lines = sample
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES);
  const scores = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const usual = counts[0] ?? 0;
    return { separator, score: usual === 0 ? 0 : counts.filter((count) => count === usual).length * 100 + usual };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}
