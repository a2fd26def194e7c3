import type { AttemptOrigin } from './identity.port';

/**
 * Runs a few tasks at a time and lets a bounded number wait. A password hash takes 19 MiB and a core while it runs:
 * without the bound, a flood of sign-ins would take the memory and the threads of all other work.
 *
 * Callers inside wait in a queue of their own, which is served first, so that guesses from outside never delay a
 * revocation.
 */
export class HashPool {
  private running = 0;
  private readonly waiting: Record<AttemptOrigin, (() => void)[]> = { inside: [], outside: [] };

  constructor(
    private readonly most: number,
    /** The limit of each of the two queues. */
    private readonly mostWaiting: number,
  ) {}

  /** @throws HashPoolFull at once if too many already wait */
  async run<T>(work: () => Promise<T>, from: AttemptOrigin = 'outside'): Promise<T> {
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

  /** Passes the place to the longest waiting caller, so that a later one cannot take it in between. */
  private leave(): void {
    const next = this.waiting.inside.shift() ?? this.waiting.outside.shift();
    if (next) next();
    else this.running -= 1;
  }
}

export class HashPoolFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} passwords already wait to be hashed`);
    this.name = 'HashPoolFull';
  }
}
