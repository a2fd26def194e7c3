/** Rows of a table that wait for work, in SQL that is part of the program. */
export interface WaitingRows {
  /** With the alias `t`, which the other texts may use: `replies t`. */
  table: string;
  /** The column that says whose row it is, and the first one of the index by which it is found. */
  of: string;
  /** The condition of that index. */
  waiting: string;
  /** Whether such a row can be claimed now. */
  due: string;
  /** The column by which another index orders all that wait. */
  since: string;
  /** Who goes before all others while nothing of theirs is under way. */
  first?: string;
}

/**
 * By hand: a loose index scan. Whose turn it is: the next one in the circle of those with something that is due. A million
 * waiting rows of one workspace cost what one row of it costs. `$1` whose turn was last, `$2` those with something under way, who
 * come after the others, `$3` those of them that may have more, in their order.
 */
export function nextTurn({ table, of, waiting, due, since, first }: WaitingRows): string {
  const isAnyDue = `(SELECT ${since} FROM ${table} WHERE ${waiting} AND ${due} ORDER BY ${since} LIMIT 1) IS NOT NULL`;
  const smallest = (condition: string): string =>
    `SELECT ${of} FROM ${table} WHERE ${waiting} AND ${condition} ORDER BY ${of} LIMIT 1`;
  const circle = (name: string, within: string): string => `${name} (turn) AS (
    (${smallest(`${within} AND ${isAnyDue}`)})
    UNION ALL SELECT (${smallest(`${within} AND ${of} > ${name}.turn`)}) FROM ${name} WHERE ${name}.turn IS NOT NULL
  )`;
  // Neither EXISTS nor `=`: whatever the statistics of one that has nearly all rows say, only the index by `of` has this order.
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
