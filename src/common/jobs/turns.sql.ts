import { hasRow } from './has-row.sql';

/** SQL from the program that selects rows of a table with work to do. */
export interface WaitingRows {
  /** The table with the alias `t`, which the other expressions can use: `replies t`. */
  table: string;
  /** The column with the owner of a row, which is the first column of its index. */
  of: string;
  /** The condition of that index. */
  waiting: string;
  /** Condition for a row that can be claimed now. */
  due: string;
  /** The column by which another index orders all waiting rows. */
  since: string;
  /** The owner that comes first while it has no work under way. */
  first?: string;
}

/** Whether a row of any owner can be claimed now. */
export function isAnyDue({ table, waiting, due, since }: Omit<WaitingRows, 'of' | 'first'>): string {
  return hasRow(table, `${waiting} AND ${due}`, since);
}

/**
 * By hand: a loose index scan. Selects the next owner in the circle of owners with due rows. Its cost does not depend on the number of
 * rows of an owner. `$1` the owner of the last turn, `$2` owners with work under way, which come after the others, `$3` those of them
 * that can have more, in order.
 */
export function nextTurn(rows: WaitingRows): string {
  const { table, of, waiting, due, since, first } = rows;
  const smallest = (condition: string): string =>
    `SELECT ${of} FROM ${table} WHERE ${waiting} AND ${condition} ORDER BY ${of} LIMIT 1`;
  const circle = (name: string, within: string): string => `${name} (turn) AS (
    (${smallest(`${within} AND ${isAnyDue(rows)}`)})
    UNION ALL SELECT (${smallest(`${within} AND ${of} > ${name}.turn`)}) FROM ${name} WHERE ${name}.turn IS NOT NULL
  )`;
  // Avoid EXISTS and `=`: with this order, PostgreSQL must use the index on `of`, even if statistics favor another one for an owner of most rows.
  const isDue = `(
    SELECT true FROM ${table} WHERE ${waiting} AND ${of} BETWEEN turns.turn AND turns.turn AND ${due}
    ORDER BY ${of}, ${since} LIMIT 1
  )`;
  const inCircle = (from: string): string =>
    `(SELECT turn FROM ${from} AS turns WHERE turn <> ALL ($2::uuid[]) AND ${isDue} LIMIT 1)`;
  const ahead = `(SELECT turn FROM (SELECT '${first}'::uuid AS turn) AS turns WHERE turn <> ALL ($2::uuid[]) AND ${isDue})`;
  return `
  WITH RECURSIVE ${circle('after', `${of} > $1::uuid`)}, ${circle('before', `${of} <= $1::uuid`)}
  ${first === undefined ? '' : `${ahead} UNION ALL`}
  ${inCircle('after')}
  UNION ALL ${inCircle('before')}
  UNION ALL (
    SELECT turn FROM unnest($3::uuid[]) WITH ORDINALITY AS turns (turn, place) WHERE ${isDue} ORDER BY place LIMIT 1
  ) LIMIT 1`;
}
