import { stringify } from 'csv-stringify/sync';

/**
 * Quotes cells with a lone carriage return or line feed, which csv-stringify does not quote by default. Cells that a spreadsheet
 * would read as a formula are not changed: the usual apostrophe would damage every phone number, and the file could not be
 * imported again.
 */
const FORM = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ };

/** The cells as one record of CSV (RFC 4180), including the line break. */
export function csvRecord(cells: readonly (string | null)[]): string {
  return stringify([[...cells]], FORM);
}
