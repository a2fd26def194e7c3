import { PgBouncer } from '../../test/support/pgbouncer';
import { StreamProxy } from '../../test/support/stream-proxy';
import { withClient } from '../support/database';
import type { ServerProcess } from '../support/server-process';
import { type Conditions, startService } from '../support/servers';

export const MOST_PROCESSES = 3;
/** Longer than any answer takes under load. */
const IDLE_SECONDS = 60;

/** API processes on one database, and HAProxy before the first, the first two and all three of them. */
export class Processes {
  private constructor(
    /** By the number of processes behind it, from one. */
    readonly proxies: readonly StreamProxy[],
    private readonly services: readonly ServerProcess[],
    private readonly pooler: PgBouncer | null,
  ) {}

  static async start(conditions: Conditions, pooler: PgBouncer | null): Promise<Processes> {
    const { databaseUrl } = conditions;
    if (pooler) await boundStatements(databaseUrl);
    const settings = { RUN_WORKER: 'no', ...(pooler && { DATABASE_DIRECT_URL: databaseUrl }) };
    const pooled = pooler ? { ...conditions, databaseUrl: pooler.urlOf(databaseUrl) } : conditions;
    const services: ServerProcess[] = [];
    while (services.length < MOST_PROCESSES) services.push(await startService(pooled, { settings }));
    const ports = services.map(({ url }) => Number(new URL(url).port));
    const proxies = await Promise.all(
      ports.map((_port, last) => StreamProxy.start('haproxy', ports.slice(0, last + 1), IDLE_SECONDS)),
    );
    return new Processes(proxies, services, pooler);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.proxies, ...this.services].map((one) => one.stop()));
    this.pooler?.stop();
  }
}

/** Required settings behind a pooler. */
async function boundStatements(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await withClient(databaseUrl, async (client) => {
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE "${name}" SET statement_timeout = '30s'`);
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE "${name}" SET jit = off`);
  });
}
