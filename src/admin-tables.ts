import { answerLines } from './admin-output';
import { Table } from './command-line/output/table';
import type { Page, PageRequest } from './common/database/page';

/** Rows per page when reading a list. */
export const PAGE = 1_000;

export type Row = Record<string, unknown>;

/**
 * Prints the whole list as a table, in the format of the command line. It is one list, because other programs may
 * process it, but it is read in pages.
 */
export async function show<T>(
  page: (request: PageRequest) => Promise<Page<T>>,
  shown: (some: T[]) => Promise<Row[]>,
): Promise<void> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { rows: some, nextCursor } = await page({ limit: PAGE, cursor });
    rows.push(...(await shown(some)));
    cursor = nextCursor;
  }
  await print(rows);
}

export async function print(rows: Row[]): Promise<void> {
  const fields = Object.keys(rows[0] ?? {});
  const table = new Table({ width: Infinity, fields, known: [], paint: (_style, text) => text });
  answerLines(await table.lines(rows));
}
