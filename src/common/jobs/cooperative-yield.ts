import { setImmediate as otherWork } from 'node:timers/promises';

/** Of the event loop, which a request needs to come from its bytes to its answer. */
const TURNS = 5;

/**
 * Lets requests have their turn on the event loop every so many milliseconds of long work:
 * `if (yielding.isDue) await yielding.now();`
 */
export class CooperativeYield {
  private dueAt: number;

  constructor(private readonly milliseconds: number) {
    this.dueAt = performance.now() + milliseconds;
  }

  get isDue(): boolean {
    return performance.now() >= this.dueAt;
  }

  async now(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await otherWork();
    this.dueAt = performance.now() + this.milliseconds;
  }
}
