import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DomainError } from '../errors/domain-error';
import { BoundedClient, BOUNDS } from './bounded-client';
import { FairSlots } from './fair-slots';
import { loadOf, type PoolLoad } from './pool-load';
import { runPrepared } from './prepared';
import { RenewingPool } from './renewing-pool';
import type { UnitOfWork } from './unit-of-work';
import { timeWait } from './watched-pool';

/** The most waiting searches of one workspace in a process, and the longest wait in milliseconds. */
const [MOST_WAITING, PATIENCE_MS] = [500, 10_000];

/**
 * Connections for searches, separate from those for authentication and transactions, because the cost of a search depends on the data
 * of a workspace. One workspace uses at most half of them, and workspaces take turns.
 */
@Injectable()
export class SearchPool implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly slots: FairSlots;

  constructor(
    url: string,
    size: number,
    private readonly work: Pick<UnitOfWork, 'isRunning' | 'prepared'>,
    Client = BoundedClient,
  ) {
    this.pool = new RenewingPool({
      connectionString: url,
      max: size,
      application_name: 'parley search',
      allowExitOnIdle: true,
      Client,
      // Searches take milliseconds, but their JIT compilation would take hundreds.
      options: '-c jit=off',
      ...BOUNDS.search,
    });
    // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
    this.pool.on('error', () => {});
    const mostOfOne = Math.max(1, Math.floor(size / 2));
    this.slots = new FairSlots({ slots: size, mostOfOne, mostWaiting: MOST_WAITING, patienceMs: PATIENCE_MS });
  }

  /** Adds the searches that wait for their turn, which have not requested a connection yet. */
  get load(): PoolLoad {
    const load = loadOf(this.pool);
    return { ...load, waiting: load.waiting + this.slots.waiting };
  }

  /**
   * Runs a search in the data of a workspace. `sql` as in UnitOfWork.prepared. A search within a transaction joins it, because it must
   * see the same data and already has a connection.
   *
   * @throws SearchesOverloaded if other searches take too long
   */
  async prepared<Row>(workspaceId: string, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (this.work.isRunning) return this.work.prepared<Row>(sql, parameters);
    const waited = timeWait('search');
    const ran = await this.slots.run(workspaceId, () => {
      waited();
      return runPrepared<Row>(this.pool, sql, parameters);
    });
    if (!ran) {
      waited();
      throw new SearchesOverloaded();
    }
    return ran.result;
  }

  /** Closes the pool after the HTTP server, because requests under way still use it. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

export class SearchesOverloaded extends DomainError {
  constructor() {
    super('overloaded', 'Too many searches are under way. Try again shortly.', { retryAfterSeconds: 2 });
  }
}
