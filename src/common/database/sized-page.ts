import type { Page } from './page';

/** A page gets another row while its text has fewer bytes. A row can contain an email of hundreds of thousands of characters. */
export const PAGE_BYTES = 2 * 1_048_576;

/** The columns that {@link sizedPage} adds to those of the candidates. */
export interface SizedRow {
  /** Whether other rows follow, on this page or the next. */
  isFollowed: boolean;
}

/**
 * SQL for one page of `candidates` in an order, each with its `size` in bytes: at most `most` rows, up to {@link PAGE_BYTES}, and
 * always the first row. If more rows exist, pass more candidates than `most`.
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

/** The page from the rows of a {@link sizedPage} statement. */
export function pageOfSized<Row extends SizedRow>(rows: Row[], cursorOf: (last: Row) => string): Page<Row> {
  const last = rows.at(-1);
  return { rows, nextCursor: last?.isFollowed ? cursorOf(last) : null };
}
