/** A page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** The requested page: at most `limit` rows after the `cursor` of an earlier page, or from the beginning. */
export interface PageRequest {
  limit: number;
  cursor?: string;
}

/**
 * Reads one page. `read` is called for one more row than the page has, to find out whether others follow. The cursor is the sort key
 * of the last row, so that inserted or deleted rows do not move other rows to another page.
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
