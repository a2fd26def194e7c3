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

/** Searches of one workspace that wait in a process at most, and for how long. */
const [MOST_WAITING, PATIENCE_MS] = [500, 10_000];

/**
 * Connections for searches, whose cost depends on what a tenant has gathered: apart from those that authentication and
 * transactions need. One workspace never has more than half of them, and the others take turns.
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
      // Searches take milliseconds; compiling one takes hundreds.
      options: '-c jit=off',
      ...BOUNDS.search,
    });
    // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
    this.pool.on('error', () => {});
    const mostOfOne = Math.max(1, Math.floor(size / 2));
    this.slots = new FairSlots({ slots: size, mostOfOne, mostWaiting: MOST_WAITING, patienceMs: PATIENCE_MS });
  }

  /** Searches that wait for their turn have asked for no connection yet. */
  get load(): PoolLoad {
    const load = loadOf(this.pool);
    return { ...load, waiting: load.waiting + this.slots.waiting };
  }

  /**
   * Rows of a search in what a workspace has. `sql` as in UnitOfWork.prepared. A search that is part of a transaction joins it:
   * it has to see what that one sees, and has its connection already.
   *
   * @throws SearchesOverloaded where other searches of the workspace, or of all, take too long
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

  /** After the HTTP server has closed: requests under way still need it. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

export class SearchesOverloaded extends DomainError {
  constructor() {
    super('overloaded', 'Too many searches are under way. Try again shortly.', { retryAfterSeconds: 2 });
  }
}
