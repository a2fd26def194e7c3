import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ServerProcess } from './server-process';

/** How long an idle service is observed, in seconds. */
export const IDLE_SECONDS = 30;
/** Longer than the interval of heartbeats: before, it still works on what came first. */
const SETTLED_SECONDS = 20;

/**
 * Options for Node: makes garbage collection available on request, to distinguish memory in use from memory to be
 * freed.
 */
export const COLLECTS_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>globalThis.gc())`,
];

/** Megabytes in use after garbage collection. */
export async function collected(service: ServerProcess): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    service.signal('SIGUSR2');
    await pause(1_000);
  }
  return service.residentMegabytes();
}

/** Counts transactions of this database, including those of background work. */
export async function transactionsPerSecond(client: Client): Promise<number> {
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]!.count);
  };
  await pause(SETTLED_SECONDS * 1_000);
  const [began, first] = [performance.now(), await count()];
  await pause(IDLE_SECONDS * 1_000);
  return ((await count()) - first) / ((performance.now() - began) / 1_000);
}
