import { setImmediate as otherWork } from 'node:timers/promises';

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
    await otherWork();
    this.ends = performance.now() + this.milliseconds;
  }
}
