import { Client, type ClientConfig, type QueryResult } from 'pg';

/** Milliseconds until a connection is made, or one of the pool's is free. */
export const CONNECTION_TIMEOUT_MS = 10_000;
/**
 * Bounds of one statement in milliseconds: the server ends it, and where not even that is answered, because the server
 * hangs or is gone, the client gives it up. Longer than anything of this service takes, background work included.
 */
export const STATEMENT_BOUNDS = { statement_timeout: 30_000, query_timeout: 35_000 } as const satisfies ClientConfig;

/**
 * A connection that does not survive a statement it gave up. pg alone leaves it open with the statement still under way,
 * and whoever got it next from the pool would wait behind that.
 */
export class BoundedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...parameters: unknown[]) => Promise<QueryResult> | undefined;
    const bounded = (...parameters: unknown[]): Promise<QueryResult> | undefined => {
      const sent = send(...parameters);
      // Without a promise there is a callback: that is pg-pool's own, which closes the connection after any failure.
      if (sent instanceof Promise) sent.catch((error: unknown) => this.closeAfter(error));
      return sent;
    };
    this.query = bounded as typeof this.query;
  }

  private closeAfter(error: unknown): void {
    // pg has no other mark for it.
    if ((error as Error).message === 'Query read timeout') this.end().catch(() => {});
  }
}
