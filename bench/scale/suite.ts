import type { Request } from 'autocannon';
import { isInstalled } from '../../test/docker/manifest';
import { PGBOUNCER, PgBouncer } from '../../test/support/pgbouncer';
import { installed } from '../../test/support/stream-proxy';
import { createAgent } from '../chat-turn/suite';
import type { Bench } from '../support/bench';
import type { Contender } from '../support/compare';
import { partsOf } from '../support/parts';
import { Processes } from './processes';
import { exchanges, lists, turns } from './requests';

const PARTS = ['turns', 'tokens', 'lists'] as const;

/**
 * One, two and three API processes behind HAProxy, on PostgreSQL directly and through PgBouncer, to find out where the
 * throughput stops growing.
 */
export async function scale(bench: Bench): Promise<void> {
  if (installed('haproxy') === null) throw new Error('The suite scale needs haproxy');
  const parts = partsOf(PARTS, bench.options.only);
  const { tenant, conditions } = bench;
  // Created by the other service, which has a worker that indexes. The worker is idle afterwards.
  const requests = { turns: turns(tenant, await createAgent(bench)), tokens: exchanges(tenant), lists: lists(tenant) };
  const groups = [{ name: 'PostgreSQL', processes: await Processes.start(conditions, null) }];
  try {
    const pooler = await startPooler(conditions.databaseUrl);
    if (pooler) groups.push({ name: 'PgBouncer', processes: await Processes.start(conditions, pooler) });
    for (const part of parts) {
      const [one, ...others] = groups.flatMap(({ name, processes }) => contenders(name, processes, requests[part]));
      await bench.compare(`Processes: ${part}`, { subjects: others, references: [one!] });
    }
  } finally {
    await Promise.all(groups.map(({ processes }) => processes.stop()));
  }
}

function contenders(name: string, { proxies }: Processes, requests: readonly Request[]): Contender[] {
  return proxies.map(({ url }, index) => ({ name: `${index + 1} on ${name}`, url, requests }));
}

/** Prints a message and returns null if there can be none: it does not reach the embedded server. */
async function startPooler(databaseUrl: string): Promise<PgBouncer | null> {
  const server = new URL(databaseUrl);
  if (process.env['DATABASE_URL'] && isInstalled(PGBOUNCER, '--version')) return PgBouncer.start(server);
  console.log('Without PgBouncer, which has to be installed, and needs the server that DATABASE_URL names.');
  return null;
}
