/**
 * How long claimed work belongs to the process that claimed it, on the database's clock. Where it is over without a
 * renewal, the process is taken for dead, and another one may claim the work.
 */
export class Lease {
  constructor(readonly seconds: number) {}

  /** In SQL: `now() + ${LEASE.interval}`. */
  get interval(): string {
    return `interval '${this.seconds} seconds'`;
  }

  /**
   * Renews the lease while the work goes on, whatever comes of that. A renewal that fails is followed by another; if none
   * succeeds, the lease ends as it should.
   */
  async whileHolding<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const release = this.hold(renew);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Renews the lease, as {@link whileHolding} does, until the returned function is called. */
  hold(renew: () => Promise<unknown>): () => void {
    // Four times in its length, so that some may come late.
    const heartbeat = setInterval(() => void renew().catch(() => {}), this.seconds * 250);
    return () => clearInterval(heartbeat);
  }
}

/** The work was taken away, or another process has claimed it: undoes the transaction that would have finished it. */
export class ClaimLost extends Error {}
