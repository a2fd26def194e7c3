import { Pool, type PoolClient } from 'pg';
import { BoundedClient } from './bounded-client';
import { isOutdated } from './outdated-connections';

export type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that closes connections to a demoted server instead of using them. */
export class RenewingPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback) return this.current();
    this.current().then(
      (client) => callback(undefined, client, (release) => client.release(release as Error | boolean)),
      (error: unknown) => callback(error as Error, undefined, () => {}),
    );
  }

  private async current(): Promise<PoolClient> {
    for (;;) {
      const client: PoolClient = await super.connect();
      if (!(client instanceof BoundedClient && isOutdated(client.number))) return client;
      client.release(true);
    }
  }
}
