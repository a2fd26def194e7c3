import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { ExpiredRows } from '../jobs/expired-rows';

/** Responses that are kept for retries, as the erasure of what they tell of needs them. */
@Injectable()
export class StoredResponses {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({
      table: 'idempotency_keys',
      key: 'caller, operation, key',
      // A retry may come for 24 hours.
      condition: `created_at < now() - interval '25 hours'`,
    });
  }

  /** How many tell of a record that their request made. */
  async countOf(recordId: string): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM idempotency_keys WHERE record_id = $1',
      [recordId],
    );
    return row?.count ?? 0;
  }

  /** Their number. A retry with one of their keys is a new request from then on. */
  async eraseOf(recordId: string): Promise<number> {
    const erased = await this.work.query('DELETE FROM idempotency_keys WHERE record_id = $1 RETURNING 1', [recordId]);
    return erased.length;
  }
}
