/*
 * Values that PostgreSQL takes and the service never writes. They would fail where something is added to them, where
 * JavaScript reads them, or where an answer is made of them, and background work is that of all workspaces.
 */

/** Half of what the type holds, or less: counters and versions can go on from there. */
const FARTHEST: Readonly<Record<string, string>> = {
  smallint: `${2 ** 14}`,
  integer: `${2 ** 30}`,
  bigint: `${2n ** 60n}`,
};
/** What RFC 3339 can say. Infinity is later. */
const FIRST = `'0001-01-01 00:00:00+00'`;
const LAST = `'9999-12-31 23:59:59.999+00'`;
const NO_NUMBERS = `'{NaN,Infinity,-Infinity}'`;

/** As SQL, whether a value of a type is out of bounds; null: none is. */
export function outOfBounds(type: string, value: string): string | null {
  const farthest = FARTHEST[type];
  if (farthest) return `${value} NOT BETWEEN -${farthest} AND ${farthest}`;
  if (type === 'date' || type.startsWith('timestamp')) return `${value} NOT BETWEEN ${FIRST} AND ${LAST}`;
  if (type === 'real' || type === 'double precision') return `${value} = ANY (${NO_NUMBERS}::${type}[])`;
  if (type === 'real[]' || type === 'double precision[]') return `${value} && ${NO_NUMBERS}::${type}`;
  return null;
}
