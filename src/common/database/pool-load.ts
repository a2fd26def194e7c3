import type { Pool } from 'pg';

/** The current load of a connection pool. */
export interface PoolLoad {
  /** The most connections. */
  size: number;
  open: number;
  /** Open connections that are idle. */
  idle: number;
  /** The number of requests waiting for a connection. */
  waiting: number;
}

export function loadOf({ options, totalCount, idleCount, waitingCount }: Pool): PoolLoad {
  return { size: options.max, open: totalCount, idle: idleCount, waiting: waitingCount };
}
