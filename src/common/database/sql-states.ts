/**
 * The meaning of a PostgreSQL error for a caller.
 *
 * - `away`: 503 `not_ready`. The database is unavailable. It can become available again, possibly on another server.
 * - `overloaded`: 503 `overloaded`. The database is available, but this statement did not complete. A retry can succeed.
 * - `fault`: 500 `internal_error`. The statement or the data is wrong, and a retry would fail again: a fault of the program or an
 *   operator. Errors that a service expects, such as a duplicate key, are handled before.
 *
 * Statements are not retried automatically, because a transaction can have effects outside of the database. Callers retry with their
 * `Idempotency-Key` or `requestId`, background work retries after its lease ends or at its next turn, and the import of contacts
 * retries its batches, which have no other effects.
 */
export type Meaning = 'away' | 'overloaded' | 'fault';

/**
 * The consequence for connections: `end` closes this one. `renew` closes this one and all older ones, because they lead to the wrong
 * server. By default, pg only removes connections that the server has closed.
 */
export type Consequence = 'end' | 'renew';

export interface SqlStateRule {
  meaning: Meaning;
  connections?: Consequence;
}

const away: SqlStateRule = { meaning: 'away' };
const overloaded: SqlStateRule = { meaning: 'overloaded' };
const fault: SqlStateRule = { meaning: 'fault' };

/** By class, the first two characters of a SQLSTATE, and by whole SQLSTATE where one differs from its class. */
export const SQL_STATES: Readonly<Record<string, SqlStateRule>> = {
  // Success, warnings and no data: no errors.
  ...{ '00': fault, '01': fault, '02': fault },
  '03': fault,
  // The connection is lost or failed. Poolers also report this about their server.
  '08': { meaning: 'away', connections: 'end' },
  '09': fault,
  '0A': fault,
  ...{ '0B': fault, '0F': fault, '0L': fault, '0P': fault, '0Z': fault, '10': fault, '20': fault, '21': fault },
  // Values and rows that the schema refuses, which validation has missed.
  ...{ '22': fault, '23': fault },
  '24': fault,
  '25': fault,
  // A standby or a read-only session, as after a failover: the connection leads to a demoted server.
  '25006': { meaning: 'away', connections: 'renew' },
  // Timeouts of an idle or long transaction: the process was too busy. The server has closed the connection.
  ...{ '25P03': overloaded, '25P04': overloaded },
  // The session has lost its prepared statements, as behind a pooler. The next connection prepares them again.
  '26': { meaning: 'overloaded', connections: 'end' },
  '27': fault,
  // The role cannot log in, for example while its password is being changed.
  '28': away,
  ...{ '2B': fault, '2D': fault, '2F': fault, '34': fault, '38': fault, '39': fault, '3B': fault },
  // The database does not exist, for example while it is restored.
  '3D': away,
  '3F': fault,
  // A conflict with other transactions: a deadlock, a serialization failure, or a standby's replay.
  '40': overloaded,
  '42': fault,
  // The name of a prepared statement is taken, as behind a pooler that has stopped to keep them apart.
  '42P05': { meaning: 'overloaded', connections: 'end' },
  '44': fault,
  // Not enough connections, memory or disk space.
  '53': overloaded,
  // A statement beyond PostgreSQL's limits. A retry would fail again.
  '54': fault,
  // The server is in the wrong state, as during recovery.
  '55': away,
  // An object is in use, or a lock was not available in time.
  ...{ '55006': overloaded, '55P03': overloaded },
  // A setting that cannot be changed now, or an uncommitted enum value: faults of the program.
  ...{ '55P02': fault, '55P04': fault },
  // An operator ends sessions, or the server starts, ends or recovers.
  '57': { meaning: 'away', connections: 'end' },
  // The statement exceeded its timeout.
  '57014': overloaded,
  // Files or disks of the server: another server may have taken over.
  '58': { meaning: 'away', connections: 'renew' },
  // Old servers only: the snapshot of a long statement has expired.
  '72': overloaded,
  // The server's configuration cannot be read.
  F0: away,
  HV: fault,
  P0: fault,
  // An internal error of PostgreSQL, or corrupted data. A retry would fail again.
  XX: fault,
};

/** Errors with an unspecific SQLSTATE, by the PostgreSQL function that threw them. */
const ROUTINES: Readonly<Record<string, SqlStateRule>> = {
  // A migration has changed the result type of a prepared statement of this connection. Poolers can keep it (docs/upgrading.md).
  '0A000 RevalidateCachedQuery': { meaning: 'overloaded', connections: 'end' },
  // Unlogged tables, which contain the counts of limits, do not exist on a standby.
  '0A000 get_relation_info': { meaning: 'away', connections: 'renew' },
};

/** The rule for a PostgreSQL error. Null for other errors. */
export function sqlStateRule(error: unknown): SqlStateRule | null {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  // Codes of Node, such as EPIPE, can have the same form, but only PostgreSQL errors have a severity.
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || !('severity' in (error as object))) return null;
  return ROUTINES[`${code} ${String(routine)}`] ?? SQL_STATES[code] ?? SQL_STATES[code.slice(0, 2)] ?? fault;
}
