import { stringify } from 'csv-stringify/sync';

/**
 * Quotation marks where they are needed: csv-stringify by itself leaves them out where a carriage return or a line feed
 * stands alone. Otherwise a cell stays as it is, also where a spreadsheet would take it for a formula: the usual apostrophe
 * would damage every phone number, and the file could not be imported again.
 */
const FORM = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ };

/** Cells as a record of CSV (RFC 4180), with its line end. */
export function csvRecord(cells: readonly (string | null)[]): string {
  return stringify([[...cells]], FORM);
}
