/** Some rows of a list, and where the next ones begin. */
export interface Page<Row> {
  rows: Row[];
  /** Null where there are no more. */
  nextCursor: string | null;
}

/** What is asked for of a list: at most `limit` rows from past the `cursor` of an earlier page on, or from its beginning. */
export interface PageRequest {
  limit: number;
  cursor?: string;
}

/**
 * One page: `read` is asked for one row more than it has, which tells whether others follow. The cursor is what the list
 * is ordered by, of the last row given, so that rows which come or go in between move no other row to another page.
 */
export async function pageOf<Row>(
  limit: number,
  read: (most: number) => Promise<Row[]>,
  cursorOf: (last: Row) => string,
): Promise<Page<Row>> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
}
