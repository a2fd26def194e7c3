import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { SqlLog } from './sql-log';

/**
 * Statements of background work that may be as large as what a tenant has gathered in years: each on a connection of its
 * own, without the bounds that keep requests from waiting, and given up when `signal` aborts.
 */
@Injectable()
export class LongStatements {
  constructor(private readonly url: string) {}

  async run<Row extends QueryResultRow>(sql: string, signal: AbortSignal): Promise<Row[]> {
    SqlLog.count(sql);
    const client = new BoundedClient({
      connectionString: this.url,
      application_name: 'parley long',
      // Whatever the role says.
      options: '-c statement_timeout=0',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    });
    const giveUp = (): void => void client.end();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      signal.removeEventListener('abort', giveUp);
      await client.end();
    }
  }
}
