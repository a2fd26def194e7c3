import type { Pool } from 'pg';

/** How busy a pool of connections is at this moment. */
export interface PoolLoad {
  /** Connections at most. */
  size: number;
  open: number;
  /** Of the open ones. */
  idle: number;
  /** Who waits for one. */
  waiting: number;
}

export function loadOf({ options, totalCount, idleCount, waitingCount }: Pool): PoolLoad {
  return { size: options.max, open: totalCount, idle: idleCount, waiting: waitingCount };
}
