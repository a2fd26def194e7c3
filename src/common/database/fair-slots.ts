/** The running and waiting work of one key of {@link FairSlots}, oldest first. */
interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

export interface FairSlotsOptions {
  /** The most pieces of work at once. */
  slots: number;
  /** The most pieces of one key at once. */
  mostOfOne: number;
  /** The most waiting pieces of one key. Further ones are refused. */
  mostWaiting: number;
  /** The longest wait in milliseconds. */
  patienceMs: number;
}

/**
 * Runs a bounded number of pieces of work at once, shared fairly among keys. Free slots go to the waiting keys in turn, one piece
 * each, so that a key with little work waits only a short time, regardless of the load of other keys.
 */
export class FairSlots {
  private readonly shares = new Map<string, Share>();
  private free: number;

  constructor(private readonly options: FairSlotsOptions) {
    this.free = options.slots;
  }

  /** The number of waiting pieces of all keys. */
  get waiting(): number {
    return [...this.shares.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** The result of `work`. Null if no slot was free in time. */
  async run<T>(key: string, work: () => Promise<T>): Promise<{ result: T } | null> {
    const share = this.shares.get(key) ?? { running: 0, waiting: [] };
    this.shares.set(key, share);
    if (!(await this.slot(share))) {
      this.forgetIdle(key, share);
      return null;
    }
    try {
      return { result: await work() };
    } finally {
      share.running -= 1;
      this.free += 1;
      this.forgetIdle(key, share);
      this.handOut();
    }
  }

  private slot(share: Share): Promise<boolean> {
    if (this.mayStart(share)) {
      this.take(share);
      return Promise.resolve(true);
    }
    if (share.waiting.length >= this.options.mostWaiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const start = (): void => {
        clearTimeout(timer);
        this.take(share);
        resolve(true);
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(start), 1);
        resolve(false);
      }, this.options.patienceMs);
      share.waiting.push(start);
    });
  }

  /** Assigns a free slot to the next key, which then moves behind all others. */
  private handOut(): void {
    for (const [key, share] of this.shares) {
      if (share.waiting.length === 0 || !this.mayStart(share)) continue;
      this.shares.delete(key);
      this.shares.set(key, share);
      share.waiting.shift()?.();
      return;
    }
  }

  private forgetIdle(key: string, share: Share): void {
    if (share.running === 0 && share.waiting.length === 0) this.shares.delete(key);
  }

  private mayStart(share: Share): boolean {
    return this.free > 0 && share.running < this.options.mostOfOne;
  }

  private take(share: Share): void {
    share.running += 1;
    this.free -= 1;
  }
}
