import { Injectable } from '@nestjs/common';
import { SidePool } from '../database/side-pool';
import type { Count, Counted, LimitStore } from './limit-store';
import { COUNT_CALLS, GIVE_BACK } from './rate-limit.sql';
import { countStoreFailure } from './refusals';

/** The table rate_limits: a row for each limit and caller. Counts commit separately from the transactions of requests. */
@Injectable()
export class PostgresLimits implements LimitStore {
  constructor(private readonly pool: SidePool) {}

  async count(limits: readonly Counted[]): Promise<Count[]> {
    const statement = COUNT_CALLS[limits.length - 1];
    if (!statement) return [];
    const values = limits.flatMap(({ key, max, windowSeconds }) => [key, max, windowSeconds]);
    try {
      return await this.pool.query<Count>(statement, values);
    } catch (error) {
      countStoreFailure();
      throw error;
    }
  }

  async giveBack(key: string): Promise<void> {
    await this.pool.query(GIVE_BACK, [key]);
  }
}
