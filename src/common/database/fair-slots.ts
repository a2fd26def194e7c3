/** What one key of {@link FairSlots} has under way and waits for, oldest first. */
interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

export interface FairSlotsOptions {
  /** Pieces of work under way at once. */
  slots: number;
  /** Of one key at once. */
  mostOfOne: number;
  /** Of one key in the queue; more are refused at once. */
  mostWaiting: number;
  /** How long one waits at most, in milliseconds. */
  patienceMs: number;
}

/**
 * A bounded number of pieces of work at once, shared fairly among keys: a free slot goes to the keys that wait in turn, one
 * piece each, so that whoever asks for little waits for little, however much another one asks for.
 */
export class FairSlots {
  private readonly shares = new Map<string, Share>();
  private free: number;

  constructor(private readonly options: FairSlotsOptions) {
    this.free = options.slots;
  }

  /** Pieces of work in the queue, of all keys. */
  get waiting(): number {
    return [...this.shares.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** What `work` gives; null where there was no slot for it in time. */
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

  /** Gives a slot that has become free to the key whose turn it is, which goes behind all others. */
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
