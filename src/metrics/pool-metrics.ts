import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { Connections } from '../common/database/connections';
import type { PoolLoad } from '../common/database/pool-load';
import { SearchPool } from '../common/database/search-pool';
import { SidePool } from '../common/database/side-pool';
import { poolOf } from '../common/database/typeorm-pool';

/** The use of this process's database connections, read at each scrape. */
@Injectable()
export class PoolMetrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly size = new Gauge({
    name: 'parley_pool_size',
    help: 'The most connections to the database that a pool opens.',
    labelNames: ['pool'],
    registers: this.registers,
  });
  private readonly connections = new Gauge({
    name: 'parley_pool_connections',
    help: 'Open connections to the database.',
    labelNames: ['pool', 'state'],
    registers: this.registers,
  });
  private readonly waiting = new Gauge({
    name: 'parley_pool_waiting',
    help: 'Requests for a database connection that wait for a free one.',
    labelNames: ['pool'],
    registers: this.registers,
  });

  constructor(
    private readonly database: DataSource,
    private readonly search: SearchPool,
    private readonly side: SidePool,
  ) {}

  look(): void {
    const { requests, background } = (poolOf(this.database) as Connections).loads;
    const loads = { requests, background, search: this.search.load, side: this.side.load };
    for (const [pool, load] of Object.entries(loads)) this.set(pool, load);
  }

  private set(pool: string, { size, open, idle, waiting }: PoolLoad): void {
    this.size.set({ pool }, size);
    this.connections.set({ pool, state: 'idle' }, idle);
    this.connections.set({ pool, state: 'busy' }, open - idle);
    this.waiting.set({ pool }, waiting);
  }
}
