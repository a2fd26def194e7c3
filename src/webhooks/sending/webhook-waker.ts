import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Settings } from '../../config/load-settings';
import { KeptEvents } from '../../events/kept-events.service';
import { LIST_SLEEPING, WAKE_WEBHOOKS } from './webhook-waker.sql';

/** Between two looks of a process that works on its own, in milliseconds. */
const EVERY_MS = 200;
/** Webhooks of one statement. */
const BATCH = 500;

interface Sleeping {
  workspaceId: string;
  id: string;
  transactionId: string;
  number: string;
  at: Date;
  isOld: boolean;
}

/**
 * Finds webhooks that wait for nothing while there are events after their cursor, and makes them due. So writers of events need no row
 * for each webhook, and nothing is missed if a process dies.
 */
@Injectable()
export class WebhookWaker {
  private last = -Infinity;
  private readonly everyMs: number;

  constructor(
    private readonly work: UnitOfWork,
    private readonly kept: KeptEvents,
    { values: { RUN_WORKER } }: Settings,
  ) {
    // A process that is drained by hand looks each time.
    this.everyMs = RUN_WORKER === 'yes' ? EVERY_MS : 0;
  }

  /** Whether it woke any. */
  async wakeBehind(): Promise<boolean> {
    if (performance.now() - this.last < this.everyMs) return false;
    this.last = performance.now();
    let woken = 0;
    for (let after: Sleeping | undefined; ;) {
      const parameters = [after?.workspaceId ?? null, after?.id ?? null, BATCH];
      const sleeping = await this.work.prepared<Sleeping>(LIST_SLEEPING, parameters);
      woken += await this.wake(sleeping);
      if (sleeping.length < BATCH) return woken > 0;
      after = sleeping.at(-1);
    }
  }

  private async wake(sleeping: readonly Sleeping[]): Promise<number> {
    const firsts = await this.kept.listFirstAfter(
      sleeping.map(({ workspaceId, transactionId, number, at }) => ({
        workspaceId,
        position: { transactionId, id: number, at },
      })),
    );
    const behind = sleeping.filter(({ isOld }, place) => isOld || firsts[place] !== null);
    if (behind.length === 0) return 0;
    const keys = [behind.map(({ workspaceId }) => workspaceId), behind.map(({ id }) => id)];
    return (await this.work.query(WAKE_WEBHOOKS, keys)).length;
  }
}
