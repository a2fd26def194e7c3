import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { logger } from '../logging/logger';
import { BackgroundRunner, type BackgroundTask } from './background-runner';

const BATCH = 1_000;

/** What nobody can ask for any more: rows of a table by a condition, in SQL that is part of the program. */
export interface ExpiredRule {
  table: string;
  /** Its primary key, as in SQL: `workspace_id, id`. */
  key: string;
  /** True where a row is of no use to anybody. */
  condition: string;
  /** What becomes of such rows, as a SET clause after which the condition is false; absent: they are deleted. */
  forget?: string;
}

/**
 * Removes expired rows a batch at a time. Who owns a table registers what goes, in the order in which it must go. Every
 * process may run it: rows that another one holds are skipped.
 */
@Injectable()
export class ExpiredRows implements BackgroundTask {
  readonly name = 'expired-rows';
  readonly idleMs = 60_000;
  private readonly statements: { table: string; statement: string }[] = [];

  constructor(
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  register({ table, key, condition, forget }: ExpiredRule): void {
    const effect = forget === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${forget}`;
    const some = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    this.statements.push({ table, statement: `${effect} WHERE (${key}) IN (${some}) RETURNING 1` });
  }

  async runOnce(): Promise<boolean> {
    let more = false;
    for (const { table, statement } of this.statements) {
      const rows = await this.work.query(statement).catch((error: unknown) => {
        // The others have to go all the same, or what comes after one bad table grows for ever.
        logger.error({ err: error, table }, 'expired rows stay');
        return [];
      });
      more ||= rows.length === BATCH;
    }
    return more;
  }
}
