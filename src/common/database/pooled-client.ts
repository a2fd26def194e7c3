import type { ClientConfig, QueryConfig } from 'pg';
import type { Settings } from '../../config/load-settings';
import { BoundedClient } from './bounded-client';

/**
 * A connection by way of a pooler in transaction mode, such as PgBouncer: the next statement may run on another connection of the
 * server. So nothing is said when a session begins, neither a bound for statements nor another option, and no statement is
 * prepared by a name. The client's own bounds hold, and those of the role.
 */
export class PooledClient extends BoundedClient {
  constructor(config: ClientConfig = {}) {
    // pg-pool hides the password from spreading.
    super({ ...config, password: config.password, statement_timeout: undefined, options: undefined });
    const send = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((query: string | QueryConfig, ...others: unknown[]) =>
      send(typeof query === 'string' ? query : nameless(query), ...others)) as typeof this.query;
  }
}

/** A query may be an object that pg goes on with, such as a stream: only what has a name is replaced. */
function nameless(query: QueryConfig): QueryConfig {
  if (query.name === undefined) return query;
  const { name: _, ...rest } = query;
  return rest;
}

/** What DATABASE_URL is connected to with. */
export function clientFor({ values }: Settings): typeof BoundedClient {
  return values.DATABASE_DIRECT_URL === null ? BoundedClient : PooledClient;
}
