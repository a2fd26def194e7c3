import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { BoundedClient, BOUNDS } from './bounded-client';
import { RenewingPool } from './renewing-pool';
import { SqlLog } from './sql-log';

/**
 * One connection for metrics of queues. They are most important while work waits for the other pools, and must not use connections
 * of them. The connection is closed between infrequent scrapes.
 */
@Injectable()
export class MetricsPool implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(url: string, Client = BoundedClient) {
    this.pool = new RenewingPool({
      connectionString: url,
      max: 1,
      application_name: 'parley metrics',
      allowExitOnIdle: true,
      Client,
      options: '-c jit=off',
      ...BOUNDS.metrics,
    });
    // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
    this.pool.on('error', () => {});
  }

  async query<Row extends object>(sql: string): Promise<Row[]> {
    SqlLog.count(sql);
    return (await this.pool.query<Row>(sql)).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
