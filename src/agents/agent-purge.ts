import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';

/** Removes agents whose 30 days are over, one at a time, and with each everything that refers to it: by foreign keys and triggers. */
@Injectable()
export class AgentPurge implements BackgroundTask {
  readonly name = 'agent-purge';
  readonly idleMs = 60_000;

  constructor(
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const [purged] = await this.work.query<{ count: number }>(
      `WITH purged AS (
         DELETE FROM agents WHERE (workspace_id, id) IN (
           SELECT workspace_id, id FROM agents WHERE deletion_scheduled_at <= now()
           ORDER BY deletion_scheduled_at LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING id
       ) SELECT count(*)::int AS count FROM purged`,
    );
    return (purged?.count ?? 0) > 0;
  }
}
