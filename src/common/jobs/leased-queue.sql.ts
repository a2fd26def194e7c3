import type { EntityMetadata } from 'typeorm';

export interface ClaimParts {
  waiting: string;
  due: string;
  order: string;
  isTakenOver: string;
  /** Column of the table. */
  turnOf: string;
  assignments: readonly string[];
  /** Expressions over `t` by their names. */
  returns: Readonly<Record<string, string>>;
}

/**
 * By hand: SKIP LOCKED, so that processes claim different rows without waiting for each other. With Citus, neither a distributed
 * UPDATE nor its RETURNING may contain volatile functions. `$1` seconds of the lease, `$2` the workspace with the turn.
 */
export function claimStatement({ tableName, primaryColumns }: EntityMetadata, parts: ClaimParts): string {
  const key = primaryColumns.map(({ databaseName }) => databaseName);
  const returns = Object.entries(parts.returns).map(([name, expression]) => `${expression} AS "${name}"`);
  return `
  WITH next AS (
    SELECT ${key.map((column) => `t.${column}`).join(', ')}, ${parts.isTakenOver} AS is_taken_over FROM ${tableName} t
    WHERE t.${parts.turnOf} = $2 AND ${parts.waiting} AND ${parts.due}
    ORDER BY ${parts.order} LIMIT 1 FOR UPDATE OF t SKIP LOCKED
  ), claimed AS (
    UPDATE ${tableName} t SET ${parts.assignments.join(', ')}
    FROM next WHERE ${key.map((column) => `t.${column} = next.${column}`).join(' AND ')}
    RETURNING t.*, next.is_taken_over
  ) SELECT ${returns.join(', ')}, is_taken_over AS "isTakenOver" FROM claimed t`;
}
