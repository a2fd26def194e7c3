import { Injectable } from '@nestjs/common';
import { LongStatements } from '../common/database/long-statements';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';

const DUE = `
  SELECT workspace_id, id FROM agents WHERE deletion_scheduled_at <= now() ORDER BY deletion_scheduled_at`;

/** Removes agents whose 30 days are over, one at a time, and with each everything that refers to it: by foreign keys and triggers. */
@Injectable()
export class AgentPurge implements BackgroundTask {
  readonly name = 'agent-purge';
  readonly idleMs = 60_000;

  constructor(
    private readonly work: UnitOfWork,
    private readonly statements: LongStatements,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    if ((await this.work.query(`${DUE} LIMIT 1`)).length === 0) return false;
    const purged = await this.statements.run(
      `DELETE FROM agents WHERE (workspace_id, id) IN (${DUE} LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`,
      signal,
    );
    return purged.length > 0;
  }
}
