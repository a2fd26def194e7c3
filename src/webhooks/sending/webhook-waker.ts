import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { Settings } from '../../config/load-settings';
import { KeptEvents } from '../../events/kept-events.service';
import { LIST_SLEEPING, WAKE_WEBHOOKS } from './webhook-waker.sql';

/** Between two looks of a process that works on its own, in milliseconds. */
const EVERY_MS = 300;
/** The task that sends events to webhooks that are due. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries';
/** A look takes at most one part of so many of the time, however many webhooks there are: then they wake later. */
const SHARE = 10;
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
export class WebhookWaker implements BackgroundTask {
  readonly name = 'webhook-waking';
  readonly idleMs = EVERY_MS;
  private next = -Infinity;
  private readonly isOnItsOwn: boolean;

  constructor(
    private readonly work: UnitOfWork,
    private readonly kept: KeptEvents,
    private readonly runner: BackgroundRunner,
    { values: { RUN_WORKER } }: Settings,
  ) {
    runner.register(this);
    // A process that is drained by hand looks each time.
    this.isOnItsOwn = RUN_WORKER === 'yes';
  }

  async runOnce(): Promise<boolean> {
    const began = performance.now();
    if (this.isOnItsOwn && began < this.next) return false;
    const woken = await this.wakeAll();
    const tookMs = performance.now() - began;
    this.next = began + Math.max(EVERY_MS, tookMs * SHARE);
    if (woken > 0) this.runner.wake(WEBHOOK_DELIVERIES);
    return woken > 0;
  }

  private async wakeAll(): Promise<number> {
    let woken = 0;
    for (let after: Sleeping | undefined; ;) {
      const parameters = [after?.workspaceId ?? null, after?.id ?? null, BATCH];
      const sleeping = await this.work.prepared<Sleeping>(LIST_SLEEPING, parameters);
      woken += await this.wake(sleeping);
      if (sleeping.length < BATCH) return woken;
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
