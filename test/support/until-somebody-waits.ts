import { setTimeout as sleep } from 'node:timers/promises';
import type { Parley } from './parley';

/** Resolves when as many statements of this Parley wait for a lock of another transaction. */
export async function untilSomebodyWaits(parley: Parley, waiters = 1): Promise<void> {
  for (;;) {
    const [row] = await parley.database.query<[{ waiting: number }]>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (row.waiting >= waiters) return;
    await sleep(5);
  }
}
