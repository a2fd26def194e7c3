import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';

/** By hand: a table without an entity, counted and locked in one statement. `$1` workspace. */
const COUNT_OUTBOUND = `
  INSERT INTO outbound_counts AS c (workspace_id, day, conversations)
  VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
  ON CONFLICT (workspace_id) DO UPDATE SET
    day = greatest(c.day, excluded.day),
    conversations = CASE WHEN c.day < excluded.day THEN 1 ELSE c.conversations + 1 END
  RETURNING conversations`;

/** The table outbound_counts. */
@Injectable()
export class OutboundCountsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Counts one more conversation; how many there are on this day (UTC). The row stays locked until the transaction ends. */
  async count(workspaceId: string): Promise<number> {
    const [counted] = await this.work.query<{ conversations: number }>(COUNT_OUTBOUND, [workspaceId]);
    return counted!.conversations;
  }
}
