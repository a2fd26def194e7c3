import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';
import { logger } from '../common/logging/logger';
import type { RetentionCounts } from './retention.types';
import { RetentionService } from './retention.service';
import { type DueRetention, RetentionSettingsRepository } from './retention-settings.repository';

/** Seconds until the next check of a workspace without old rows. */
const AGAIN_SECONDS = 3_600;

/**
 * Deletes rows that are older than their period: some of one workspace in each transaction, which also stores the
 * progress. If a process dies, its transaction is rolled back, and another process continues there.
 */
@Injectable()
export class RetentionSweep implements BackgroundTask {
  readonly name = 'retention';
  readonly idleMs = 60_000;

  constructor(
    private readonly retention: RetentionService,
    private readonly settings: RetentionSettingsRepository,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    let workspaceId: string | null = null;
    try {
      const erased = await this.work.run(async () => {
        const due = await this.settings.claimDue();
        workspaceId = due?.workspaceId ?? null;
        return due && this.sweep(due);
      });
      const some = erased && Object.values(erased).some((count) => count > 0);
      if (some) logger.info({ workspace: workspaceId, erased }, 'old rows deleted');
      return erased !== null;
    } catch (error) {
      if (workspaceId === null) throw error;
      // Let another workspace go first.
      await this.settings.postpone(workspaceId, AGAIN_SECONDS);
      logger.error({ err: error, workspace: workspaceId }, 'old rows not deleted');
      return true;
    }
  }

  private async sweep(due: DueRetention): Promise<RetentionCounts> {
    const { workspaceId } = due;
    const { erased, more } = await this.retention.eraseSome(due);
    // Queue it behind the other due workspaces.
    await this.settings.postpone(workspaceId, more ? 0 : AGAIN_SECONDS);
    const some = Object.entries(erased).filter(([, count]) => count > 0);
    if (some.length > 0) {
      const changes = Object.fromEntries(some.map(([name, after]) => [name, { after }]));
      await this.audit.system({ workspaceId, name: 'deleteOldRows', changes });
    }
    return erased;
  }
}
