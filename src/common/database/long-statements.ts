import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { SqlLog } from './sql-log';

/**
 * Runs statements of background work over all data of a workspace. Each has its own connection without statement timeouts, and is
 * canceled when `signal` aborts.
 */
@Injectable()
export class LongStatements {
  constructor(private readonly url: string) {}

  async run<Row extends QueryResultRow>(sql: string, signal: AbortSignal): Promise<Row[]> {
    SqlLog.count(sql);
    const client = new BoundedClient({
      connectionString: this.url,
      application_name: 'parley long',
      // Overrides the setting of the role.
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
