import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { lastSequenceOf } from '../audit-chain/chain-batch';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';
import { logger } from '../common/logging/logger';
import { RetentionService } from '../retention/retention.service';
import { AUDIT_DAYS } from '../retention/retention.types';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditEntriesRepository } from './audit-entries.repository';
import { shownWorkspace } from './chain-records';

/** The workspaces of one piece of work, and the batches that one transaction takes. */
const WORKSPACES = 100;
const BATCHES = 20;
const ROUND_MS = 3_600_000;

/**
 * Deletes old entries, whole batches at a time and the oldest first. Their headers stay, so the chain still begins at its beginning.
 * The deletion is an entry itself.
 */
@Injectable()
export class AuditRetention implements BackgroundTask {
  readonly name = 'audit-retention';
  readonly idleMs = 60_000;
  private after: string | null = null;
  /** When the next round through all workspaces begins, by {@link performance.now}. */
  private nextRound = 0;

  constructor(
    private readonly batches: AuditBatchesRepository,
    private readonly entries: AuditEntriesRepository,
    private readonly retention: RetentionService,
    private readonly audit: Audit,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    if (this.after === null && performance.now() < this.nextRound) return false;
    const workspaces = await this.batches.listRemovableWorkspaces(this.after, WORKSPACES);
    for (const workspaceId of workspaces) {
      while (!signal.aborted && (await this.deleteSome(workspaceId)));
    }
    const isOver = workspaces.length < WORKSPACES;
    this.after = isOver ? null : workspaces.at(-1)!;
    if (isOver) this.nextRound = performance.now() + ROUND_MS;
    return !isOver;
  }

  /** Deletes the entries of the oldest batches of a workspace. Whether there may be more. */
  async deleteSome(workspaceId: string): Promise<boolean> {
    const { setting, fallback } = AUDIT_DAYS;
    const days = workspaceId === NIL ? fallback : await this.retention.periodOf(workspaceId, setting);
    if (days === null) return false;
    return this.work.run(async () => {
      await this.batches.lock(workspaceId);
      const old = await this.batches.listOld(workspaceId, days, BATCHES);
      const [first, last] = [old.at(0), old.at(-1)];
      if (!first || !last) return false;
      const deleted = await this.entries.deleteBetween(workspaceId, first.firstSequence, lastSequenceOf(last));
      await this.batches.markRemoved(workspaceId, first.number, last.number);
      await this.audit.system({
        workspaceId: shownWorkspace(workspaceId),
        name: 'deleteOldAuditEntries',
        changes: {
          firstBatch: { after: first.number },
          lastBatch: { after: last.number },
          entries: { after: deleted },
        },
      });
      logger.info({ workspace: shownWorkspace(workspaceId), deleted }, 'old audit entries deleted');
      return old.length === BATCHES;
    });
  }
}
