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
  private readonly look: string;

  constructor(
    private readonly work: UnitOfWork,
    features: FeatureCatalog,
    runner: BackgroundRunner,
  ) {
    this.statements = features.expires.map(({ table, rule }) => ({ table, statement: statementOf(table, rule) }));
    this.look = features.expires.map(({ table, rule }, index) => lookOf(table, rule, index)).join(' UNION ALL ');
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    let some = false;
    for (const { table, statement } of await this.due()) {
      const rows = await this.work.query(statement).catch((error: unknown) => {
        // Continue with the other tables, which would otherwise grow without limit.
        logger.error({ err: error, table }, 'expired rows were not deleted');
        return [];
      });
      some ||= rows.length > 0;
    }
    // There can be more of them, and rows of other tables that waited until these were gone.
    return some;
  }

  /** One look at all tables, since most have no expired rows. If one table cannot be looked at, each has its turn. */
  private async due(): Promise<ExpiredRows['statements']> {
    try {
      const found = await this.work.prepared<{ index: number }>(this.look, []);
      return found.map(({ index }) => this.statements[index]!);
    } catch {
      return this.statements;
    }
  }
}

function statementOf(table: string, rule: ExpiredRule): string {
  const { key, forget } = rule;
  const effect = forget === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${forget}`;
  return `${effect} WHERE (${key}) IN (${someOf(table, rule)} FOR UPDATE SKIP LOCKED) RETURNING 1`;
}

/** With the LIMIT, the plan is the one of the statement that follows. For one row, PostgreSQL might read a whole table. */
function lookOf(table: string, rule: ExpiredRule, index: number): string {
  return `SELECT ${index} AS index WHERE EXISTS (SELECT FROM (${someOf(table, rule)}) batch)`;
}

function someOf(table: string, { key, condition }: ExpiredRule): string {
  return `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${BATCH}`;
}
