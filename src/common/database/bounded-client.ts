import { Client, type ClientConfig, type PoolConfig, type QueryResult } from 'pg';
import { statementSpan } from '../tracing/spans';
import { connectionNumber, renewConnections } from './outdated-connections';
import { sqlStateRule } from './sql-states';

/** Milliseconds until a connection is made, where nobody waits for it but a migration or background work. */
export const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * How long a statement may wait for a connection, and take, in milliseconds. The server ends it, and where not even that is
 * answered, because the server hangs or is gone, the client gives it up. A request that meets one of these bounds is
 * answered with 503 `overloaded`.
 */
export const BOUNDS = {
  /** Statements of requests take milliseconds; what takes seconds waits for somebody. */
  request: { connectionTimeoutMillis: 5_000, statement_timeout: 7_000, query_timeout: 9_000 },
  /** Searches wait for a connection before they ask for one, see SearchPool. */
  search: { connectionTimeoutMillis: 2_000, statement_timeout: 5_000, query_timeout: 7_000 },
  /** A scrape is answered without what takes longer. */
  metrics: { connectionTimeoutMillis: 2_000, statement_timeout: 2_000, query_timeout: 2_500 },
  /** Longer than anything of background work takes. */
  background: { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, statement_timeout: 30_000, query_timeout: 35_000 },
} as const satisfies Record<string, PoolConfig>;

/**
 * A connection that does not survive a statement it gave up, nor an error after which it is of no use ({@link sqlStateRule}).
 * pg alone leaves it open, in the first case with the statement still under way, and whoever got it next from the pool would
 * wait behind that.
 *
 * One that breaks fails its statement and every later one. It also says so, at moments when nobody may be listening yet:
 * pools listen to connections that are idle, and a server that ends says good-bye to one in the same breath in which it let
 * that one in. Without a listener such a word would end the process.
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
      // Without a promise there is a callback, which has been told.
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
    // pg has no other mark for it.
    if (consequence === 'end' || (error as Error).message === 'Query read timeout') this.end().catch(() => {});
  }
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
}

/** The parameters of a query, with a callback that tells of its end first, where there is one. */
function heard(parameters: readonly unknown[], ended: (error?: unknown) => void): unknown[] {
  const callback = parameters.at(-1);
  if (typeof callback !== 'function') return [...parameters];
  const complete = (error: unknown, result: unknown): void => {
    // pg says null where there was none.
    ended(error ?? undefined);
    (callback as (...results: unknown[]) => void)(error, result);
  };
  return [...parameters.slice(0, -1), complete];
}
