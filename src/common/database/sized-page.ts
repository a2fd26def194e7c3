import type { Page } from './page';

/** Bytes of text that a page begins another row within: a row may have a mail of hundreds of thousands of characters. */
export const PAGE_BYTES = 2 * 1_048_576;

/** What {@link sizedPage} gives beside the columns of the candidates. */
export interface SizedRow {
  /** Whether others come after it, on this page or another one. */
  isFollowed: boolean;
}

/**
 * In SQL: of `candidates` in an order, which have their `size` in bytes, as many as a page has: at most `most`, no more once
 * {@link PAGE_BYTES} are reached, and always the first one. There have to be more candidates than `most` if there are more rows.
 */
export function sizedPage({ candidates, order, most }: { candidates: string; order: string; most: string }): string {
  return `
    SELECT * FROM (
      SELECT *, row_number() OVER rows_so_far AS place, sum(size) OVER rows_so_far - size AS "bytesBefore",
        lead(0) OVER rows_so_far IS NOT NULL AS "isFollowed"
      FROM (${candidates}) candidates WINDOW rows_so_far AS (ORDER BY ${order})
    ) sized
    WHERE place <= ${most} AND "bytesBefore" < ${PAGE_BYTES}`;
}

/** The page that such a statement has read. */
export function pageOfSized<Row extends SizedRow>(rows: Row[], cursorOf: (last: Row) => string): Page<Row> {
  const last = rows.at(-1);
  return { rows, nextCursor: last?.isFollowed ? cursorOf(last) : null };
}
