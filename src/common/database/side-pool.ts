import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { BoundedClient, BOUNDS } from './bounded-client';
import { loadOf, type PoolLoad } from './pool-load';
import { SqlLog } from './sql-log';
import { WatchedPool } from './watched-pool';

/**
 * A few connections apart from the transactions': what must be kept even if the running transaction is rolled back
 * (a counted password proof), and what must not wait for a connection that waiting transactions hold.
 */
@Injectable()
export class SidePool implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(url: string, Client = BoundedClient) {
    this.pool = new WatchedPool('side', {
      connectionString: url,
      max: 2,
      application_name: 'parley side',
      allowExitOnIdle: true,
      Client,
      ...BOUNDS.request,
    });
    // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
    this.pool.on('error', () => {});
  }

  get load(): PoolLoad {
    return loadOf(this.pool);
  }

  async query<Row extends QueryResultRow>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    SqlLog.count(sql);
    return (await this.pool.query<Row>(sql, [...parameters])).rows;
  }

  /** After the HTTP server has closed: requests under way still need it. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
