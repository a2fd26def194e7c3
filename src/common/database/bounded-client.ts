import { Client, type ClientConfig, type PoolConfig, type QueryResult } from 'pg';
import { statementSpan } from '../tracing/spans';
import { connectionNumber, renewConnections } from './outdated-connections';
import { sqlStateRule } from './sql-states';

/** Timeout for a connection of a migration or background work, for which no request waits, in milliseconds. */
export const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * How long a statement may wait for a connection, and run, in milliseconds. The server cancels it. If the server does not even answer
 * that, because it hangs or is gone, the client gives up. A request that exceeds one of these bounds gets 503 `overloaded`.
 */
export const BOUNDS = {
  /** Statements of requests take milliseconds. One that takes seconds waits for a lock. */
  request: { connectionTimeoutMillis: 5_000, statement_timeout: 7_000, query_timeout: 9_000 },
  /** Searches wait for their turn before they request a connection. See SearchPool. */
  search: { connectionTimeoutMillis: 2_000, statement_timeout: 5_000, query_timeout: 7_000 },
  /** A scrape leaves out metrics that take longer. */
  metrics: { connectionTimeoutMillis: 2_000, statement_timeout: 2_000, query_timeout: 2_500 },
  /** Longer than any statement of background work. */
  background: { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, statement_timeout: 30_000, query_timeout: 35_000 },
} as const satisfies Record<string, PoolConfig>;

/**
 * A connection that closes after a timed-out statement, and after an error that makes it unusable ({@link sqlStateRule}). pg would
 * leave it open, in the first case with the statement still running, and the next user of the connection would wait for it.
 *
 * A broken connection fails its statement and every later one. It also emits an error event, possibly before a listener exists:
 * pools listen to idle connections only, and a server that shuts down can close a connection right after it accepted it. Without a
 * listener, the event would end the process.
 */
export class BoundedClient extends Client {
  /** See {@link connectionNumber}. */
  readonly number = connectionNumber();

  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => {});
    const send = this.query.bind(this) as (...parameters: unknown[]) => Promise<QueryResult> | undefined;
    const bounded = (...parameters: unknown[]): Promise<QueryResult> | undefined => {
      const endSpan = statementSpan(textOf(parameters[0]));
      const ended = (error?: unknown): void => {
        endSpan(error);
        if (error !== undefined) this.closeAfter(error);
      };
      const sent = send(...heard(parameters, ended));
      // Without a promise, the callback has received the result.
      if (sent instanceof Promise) {
        sent.then(
          () => ended(),
          (error: unknown) => ended(error),
        );
      }
      return sent;
    };
    this.query = bounded as typeof this.query;
  }

  private closeAfter(error: unknown): void {
    const consequence = sqlStateRule(error)?.connections;
    if (consequence === 'renew') renewConnections();
    // pg has no error code for it.
    if (consequence === 'end' || (error as Error).message === 'Query read timeout') this.end().catch(() => {});
  }
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
}

/** The parameters of a query. If there is a callback, it is wrapped to call `ended` first. */
function heard(parameters: readonly unknown[], ended: (error?: unknown) => void): unknown[] {
  const callback = parameters.at(-1);
  if (typeof callback !== 'function') return [...parameters];
  const complete = (error: unknown, result: unknown): void => {
    // pg passes null if there was no error.
    ended(error ?? undefined);
    (callback as (...results: unknown[]) => void)(error, result);
  };
  return [...parameters.slice(0, -1), complete];
}
