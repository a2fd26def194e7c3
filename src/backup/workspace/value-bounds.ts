/*
 * Values that PostgreSQL accepts and the service never writes. They would fail later: in a sum, in JavaScript or in an
 * answer. Such a failure could stop background work, which all workspaces share.
 */

/** At most half of the type's range, so that counters and versions can still grow. */
const FARTHEST: Readonly<Record<string, string>> = {
  smallint: `${2 ** 14}`,
  integer: `${2 ** 30}`,
  bigint: `${2n ** 60n}`,
};
/** The limits of RFC 3339. Infinity is later. */
const FIRST = `'0001-01-01 00:00:00+00'`;
const LAST = `'9999-12-31 23:59:59.999+00'`;
const NO_NUMBERS = `'{NaN,Infinity,-Infinity}'`;

/** An SQL condition for a value of the type that is out of bounds. Null if the type has no bounds. */
export function outOfBounds(type: string, value: string): string | null {
  const farthest = FARTHEST[type];
  if (farthest) return `${value} NOT BETWEEN -${farthest} AND ${farthest}`;
  if (type === 'date' || type.startsWith('timestamp')) return `${value} NOT BETWEEN ${FIRST} AND ${LAST}`;
  if (type === 'real' || type === 'double precision') return `${value} = ANY (${NO_NUMBERS}::${type}[])`;
  if (type === 'real[]' || type === 'double precision[]') return `${value} && ${NO_NUMBERS}::${type}`;
  return null;
}
