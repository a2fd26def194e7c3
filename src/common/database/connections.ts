import type { Pool, PoolClient, PoolConfig } from 'pg';
import { requestIfAny } from '../request/request-context';
import { BoundedClient, BOUNDS } from './bounded-client';
import { loadOf, type PoolLoad } from './pool-load';
import type { Connected } from './renewing-pool';
import { WatchedPool } from './watched-pool';

/** Enough for all tasks of a process at once: more would only let them take more of the database from requests. */
export const BACKGROUND_CONNECTIONS = 5;

/**
 * The pool of all repositories, which is two: requests have `max` connections with short bounds, and background work, which
 * is whatever no request waits for, has a few of its own with long ones. So neither takes the connections of the other, and no
 * repository has to know for whom it works.
 */
export class Connections extends WatchedPool {
  private readonly background: Pool;

  constructor(config: PoolConfig) {
    const { Client = BoundedClient } = config;
    super('requests', { ...config, ...BOUNDS.request, Client });
    this.background = new WatchedPool('background', {
      ...config,
      ...BOUNDS.background,
      Client,
      max: BACKGROUND_CONNECTIONS,
      application_name: `${config.application_name} background`,
    });
    this.background.on('error', (error, client) => this.emit('error', error, client));
  }

  get loads(): { requests: PoolLoad; background: PoolLoad } {
    return { requests: loadOf(this), background: loadOf(this.background) };
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!requestIfAny()) return callback ? this.background.connect(callback) : this.background.connect();
    return callback ? super.connect(callback) : super.connect();
  }

  override end(): Promise<void>;
  override end(callback: (error?: Error) => void): void;
  override end(callback?: (error?: Error) => void): Promise<void> | void {
    const ended = Promise.all([super.end(), this.background.end()]).then(() => undefined);
    if (!callback) return ended;
    ended.then(() => callback(), callback);
  }
}
