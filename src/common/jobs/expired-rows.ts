import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { FeatureCatalog } from '../feature/feature-catalog';
import type { ExpiredRule } from '../feature/table-policy';
import { logger } from '../logging/logger';
import { BackgroundRunner, type BackgroundTask } from './background-runner';

const BATCH = 1_000;

/**
 * Deletes expired rows in batches, as `expires` in the policy of a table defines. Every process can run it, because it skips rows that
 * another process has locked.
 */
@Injectable()
export class ExpiredRows implements BackgroundTask {
  readonly name = 'expired-rows';
  readonly idleMs = 60_000;
  private readonly statements: readonly { table: string; statement: string }[];

  constructor(
    private readonly work: UnitOfWork,
    features: FeatureCatalog,
    runner: BackgroundRunner,
  ) {
    this.statements = features.expires.map(({ table, rule }) => ({ table, statement: statementOf(table, rule) }));
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    let more = false;
    for (const { table, statement } of this.statements) {
      const rows = await this.work.query(statement).catch((error: unknown) => {
        // Continue with the other tables, which would otherwise grow without limit.
        logger.error({ err: error, table }, 'expired rows were not deleted');
        return [];
      });
      more ||= rows.length === BATCH;
    }
    return more;
  }
}

function statementOf(table: string, { key, condition, forget }: ExpiredRule): string {
  const effect = forget === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${forget}`;
  const some = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
  return `${effect} WHERE (${key}) IN (${some}) RETURNING 1`;
}
