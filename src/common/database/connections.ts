import type { Pool, PoolClient, PoolConfig } from 'pg';
import { requestIfAny } from '../request/request-context';
import { BoundedClient, BOUNDS } from './bounded-client';
import { loadOf, type PoolLoad } from './pool-load';
import type { Connected } from './renewing-pool';
import { WatchedPool } from './watched-pool';

/** Enough for all tasks of a process at once. With more, they would only take more of the database's capacity from requests. */
export const BACKGROUND_CONNECTIONS = 5;

/**
 * The connection pool of all repositories. It consists of two pools: requests have `max` connections with short timeouts, and
 * background work has a few of its own with long timeouts. So neither can use up the connections of the other, and repositories need
 * not know which of them they work for.
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
