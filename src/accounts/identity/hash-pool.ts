/**
 * Lets a few pieces of work run at a time and a bounded number wait. A password hash costs 19 MiB and a core for its
 * duration: without the bound, a flood of sign-ins would take the memory and the threads of everything else.
 */
export class HashPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws HashPoolFull at once where too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> {
    if (this.running < this.most) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.mostWaiting) return Promise.reject(new HashPoolFull(this.mostWaiting));
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The place goes to the one who waits longest, so nobody who comes later can take it in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

export class HashPoolFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} passwords wait to be hashed already`);
    this.name = 'HashPoolFull';
  }
}
