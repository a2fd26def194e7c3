/**
 * What an error of PostgreSQL means to a caller.
 *
 * - `away`: 503 `not_ready`. The database cannot be used; it may be usable again, here or elsewhere.
 * - `overloaded`: 503 `overloaded`. The database can be used, but this statement did not come about. The same one may later.
 * - `fault`: 500 `internal_error`. The statement or the data is wrong, and would be again: an error of the program, or of
 *   an operator, that must be seen. What a service expects, such as a unique key that exists, never gets this far.
 *
 * Nothing is repeated here: a transaction may have done more than its statements. Callers repeat with their
 * `Idempotency-Key` or `requestId`, background work repeats by itself when its lease ends or its next turn comes, and the
 * import of contacts repeats its batches, which are nothing but statements.
 */
export type Meaning = 'away' | 'overloaded' | 'fault';

/**
 * What becomes of connections: `end` this one; `renew` this one and all that were made before, because the
 * server at the other end is not, or no longer, the one to use. Absent: pg ends what the server has closed, and keeps the others.
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
  // The connection is gone, or was never made; poolers say so of the server behind them.
  '08': { meaning: 'away', connections: 'end' },
  '09': fault,
  '0A': fault,
  ...{ '0B': fault, '0F': fault, '0L': fault, '0P': fault, '0Z': fault, '10': fault, '20': fault, '21': fault },
  // Values and rows that the schema refuses: validation has missed something.
  ...{ '22': fault, '23': fault },
  '24': fault,
  '25': fault,
  // A standby, or sessions that are read-only, as after a failover: the connection leads to a server that has been demoted.
  '25006': { meaning: 'away', connections: 'renew' },
  // Time-outs of a transaction that waited for us, or took too long: the process was too busy. The server has hung up.
  ...{ '25P03': overloaded, '25P04': overloaded },
  // The session has lost its prepared statements, as behind a pooler: the next one prepares them again.
  '26': { meaning: 'overloaded', connections: 'end' },
  '27': fault,
  // The role may not log in at present, for example while its password is being changed.
  '28': away,
  ...{ '2B': fault, '2D': fault, '2F': fault, '34': fault, '38': fault, '39': fault, '3B': fault },
  // The database does not exist, for example while it is restored.
  '3D': away,
  '3F': fault,
  // Others were in the way: a deadlock, a conflict of transactions, or a standby's replay.
  '40': overloaded,
  '42': fault,
  '44': fault,
  // Connections, memory or disk space.
  '53': overloaded,
  // A statement that is larger than PostgreSQL takes: it would be again.
  '54': fault,
  // The server is not in the state for it, as during recovery; or an object is in use.
  '55': away,
  // Somebody holds the lock for too long.
  ...{ '55006': overloaded, '55P03': overloaded },
  // A setting that cannot be changed now, and a value of an enum that is not committed: errors of the program.
  ...{ '55P02': fault, '55P04': fault },
  // An operator ends sessions, or the server starts, ends or recovers.
  '57': { meaning: 'away', connections: 'end' },
  // The statement took longer than it may.
  '57014': overloaded,
  // Files or disks of the server: another server may have taken over.
  '58': { meaning: 'away', connections: 'renew' },
  // Only old servers: the snapshot of a long statement is gone.
  '72': overloaded,
  // The server's configuration cannot be read.
  F0: away,
  HV: fault,
  P0: fault,
  // PostgreSQL itself is wrong, or its data are corrupted: to be seen at once, and no repetition mends it.
  XX: fault,
};

/** Errors whose SQLSTATE says too little, by the function of PostgreSQL that threw them. */
const ROUTINES: Readonly<Record<string, SqlStateRule>> = {
  // A migration has changed what a statement gives that this connection prepared before.
  '0A000 RevalidateCachedQuery': { meaning: 'overloaded', connections: 'end' },
  // Unlogged tables, which hold the counts of limits, are not there on a standby.
  '0A000 get_relation_info': { meaning: 'away', connections: 'renew' },
};

/** Null for what is no error of PostgreSQL. */
export function sqlStateRule(error: unknown): SqlStateRule | null {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  // Codes of Node look like it too, such as EPIPE; only PostgreSQL says how severe an error is.
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || !('severity' in (error as object))) return null;
  return ROUTINES[`${code} ${String(routine)}`] ?? SQL_STATES[code] ?? SQL_STATES[code.slice(0, 2)] ?? fault;
}
