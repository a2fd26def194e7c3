import { setImmediate as otherWork } from 'node:timers/promises';

/** Of the event loop, which a request needs to come from its bytes to its answer. */
const TURNS = 5;

/**
 * Cuts long work on the event loop into slices of so many milliseconds, between which requests get their turn:
 * `if (slices.isOver) await slices.next();`
 */
export class Slices {
  private ends: number;

  constructor(private readonly milliseconds: number) {
    this.ends = performance.now() + milliseconds;
  }

  get isOver(): boolean {
    return performance.now() >= this.ends;
  }

  async next(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await otherWork();
    this.ends = performance.now() + this.milliseconds;
  }
}
