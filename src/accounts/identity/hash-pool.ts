import type { AskedFrom } from './identity.port';

/**
 * Lets a few pieces of work run at a time and a bounded number wait. A password hash costs 19 MiB and a core for its
 * duration: without the bound, a flood of sign-ins would take the memory and the threads of everything else.
 *
 * Who asks from inside waits in a line of their own, which goes first: strangers who guess keep nobody from revoking.
 */
export class HashPool {
  private running = 0;
  private readonly waiting: Record<AskedFrom, (() => void)[]> = { inside: [], outside: [] };

  constructor(
    private readonly most: number,
    /** In each of the two lines. */
    private readonly mostWaiting: number,
  ) {}

  /** @throws HashPoolFull at once where too many wait already */
  async run<T>(work: () => Promise<T>, from: AskedFrom = 'outside'): Promise<T> {
    await this.enter(this.waiting[from]);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(line: (() => void)[]): Promise<void> {
    if (this.running < this.most) {
      this.running += 1;
      return Promise.resolve();
    }
    if (line.length >= this.mostWaiting) return Promise.reject(new HashPoolFull(this.mostWaiting));
    return new Promise((resolve) => line.push(resolve));
  }

  /** The place goes to the one who waits longest, so nobody who comes later can take it in between. */
  private leave(): void {
    const next = this.waiting.inside.shift() ?? this.waiting.outside.shift();
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
