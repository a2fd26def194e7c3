import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { COUNT_OLD, LIST_OLD, LOCK_OLD } from './old-conversations.sql';

/** The table conversations, as far as it is too old. */
@Injectable()
export class OldConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** How many there are; `most` where there are more. */
  async count(workspaceId: string, days: number, most: number): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(COUNT_OLD, [workspaceId, days, most]);
    return row?.count ?? 0;
  }

  /** The oldest ones, at most `most`. */
  list(workspaceId: string, days: number, most: number): Promise<{ id: string; agentId: string }[]> {
    return this.work.query(LIST_OLD, [workspaceId, days, most]);
  }

  /** Those of these that are old, locked. */
  async listLocked(workspaceId: string, days: number, ids: readonly string[]): Promise<string[]> {
    const locked = await this.work.query<{ id: string }>(LOCK_OLD, [workspaceId, days, ids]);
    return locked.map(({ id }) => id);
  }
}
