import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { BoundedClient, BOUNDS } from './bounded-client';
import { loadOf, type PoolLoad } from './pool-load';
import { SqlLog } from './sql-log';
import { WatchedPool } from './watched-pool';

/**
 * A few connections separate from those of transactions: for writes that must persist if the running transaction is rolled back (a
 * counted password proof), and for statements that must not wait for connections of waiting transactions.
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

  /** Closes the pool after the HTTP server, because requests under way still use it. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
