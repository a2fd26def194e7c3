import type { ClientConfig, QueryConfig } from 'pg';
import type { Settings } from '../../config/load-settings';
import { logger } from '../logging/logger';
import { BoundedClient } from './bounded-client';
import { problemOfPreparing } from './problem-of-preparing';

/**
 * A connection through a pooler in transaction mode, such as PgBouncer. The next statement can run on another connection of the
 * server. So the client sets no statement timeout or other option for the session. The timeouts of the client and of the role apply.
 */
export class PooledClient extends BoundedClient {
  constructor(config: ClientConfig = {}) {
    // pg-pool makes the password non-enumerable, so that the spread operator does not copy it.
    super({ ...config, password: config.password, statement_timeout: undefined, options: undefined });
  }
}

/** The same through a pooler that loses prepared statements: it prepares none by name. */
export class UnpreparedClient extends PooledClient {
  constructor(config?: ClientConfig) {
    super(config);
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

/** The class of connections to DATABASE_URL, which is `url`, or to the embedded database. */
export async function clientFor(settings: Settings, url: string): Promise<typeof BoundedClient> {
  const usable = clientForCommands(settings);
  if (usable === BoundedClient) return usable;
  const problem = await problemOfPreparing(url);
  if (problem === null) return PooledClient;
  logger.info({ problem }, 'no prepared statements through the pooler in DATABASE_URL: each statement is planned anew');
  return usable;
}

/** The same without a check of the pooler, which would take longer than the planning saves. */
export function clientForCommands({ values }: Settings): typeof BoundedClient {
  return values.DATABASE_DIRECT_URL === null ? BoundedClient : UnpreparedClient;
}
