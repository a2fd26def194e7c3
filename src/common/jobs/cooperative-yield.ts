import { setImmediate as otherWork } from 'node:timers/promises';

/** Turns of the event loop that a request needs from its first byte to its response. */
const TURNS = 5;

/**
 * Yields the event loop to requests at intervals during long work: `if (yielding.isDue) await yielding.now();`
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
