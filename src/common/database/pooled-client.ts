import type { ClientConfig, QueryConfig } from 'pg';
import type { Settings } from '../../config/load-settings';
import { BoundedClient } from './bounded-client';

/**
 * A connection through a pooler in transaction mode, such as PgBouncer. The next statement can run on another connection of the
 * server. So the client sets no statement timeout or other option for the session, and prepares no named statements. The timeouts of
 * the client and of the role apply.
 */
export class PooledClient extends BoundedClient {
  constructor(config: ClientConfig = {}) {
    // pg-pool makes the password non-enumerable, so that the spread operator does not copy it.
    super({ ...config, password: config.password, statement_timeout: undefined, options: undefined });
    const send = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((query: string | QueryConfig, ...others: unknown[]) =>
      send(typeof query === 'string' ? query : nameless(query), ...others)) as typeof this.query;
  }
}

/** Removes the name of a prepared statement. Other query objects, such as streams, are passed on unchanged. */
function nameless(query: QueryConfig): QueryConfig {
  if (query.name === undefined) return query;
  const { name: _, ...rest } = query;
  return rest;
}

/** The client class for DATABASE_URL. */
export function clientFor({ values }: Settings): typeof BoundedClient {
  return values.DATABASE_DIRECT_URL === null ? BoundedClient : PooledClient;
}
