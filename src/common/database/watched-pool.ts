import { Histogram } from 'prom-client';
import type { PoolClient, PoolConfig } from 'pg';
import { processMetrics } from '../metrics/process-metrics';
import { type Connected, RenewingPool } from './renewing-pool';

const waits = new Histogram({
  name: 'parley_pool_wait_seconds',
  help: 'Seconds until work had a connection to the database, or gave up waiting for one.',
  labelNames: ['pool'] as const,
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [processMetrics],
});

export type PoolName = 'requests' | 'search' | 'background' | 'side';

/** Starts the timer of a wait. Call the result once when the wait ends, successfully or not. */
export function timeWait(pool: PoolName): () => void {
  const end = waits.startTimer({ pool });
  return () => void end();
}

/** A pool that measures how long work waits for its connections. */
export class WatchedPool extends RenewingPool {
  constructor(
    private readonly label: PoolName,
    config: PoolConfig,
  ) {
    super(config);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const waited = timeWait(this.label);
    if (!callback) return super.connect().finally(waited);
    super.connect((error, client, done) => {
      waited();
      callback(error, client, done);
    });
  }
}
