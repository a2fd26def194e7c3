/**
 * How long a process holds claimed work, on the database's clock. If the lease expires without a renewal, the process counts as dead,
 * and another process can claim the work.
 */
export class Lease {
  constructor(readonly seconds: number) {}

  /** For SQL: `now() + ${LEASE.interval}`. */
  get interval(): string {
    return `interval '${this.seconds} seconds'`;
  }

  /**
   * Renews the lease during the work. Failed renewals are ignored, because another follows. If all of them fail, the lease expires.
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
    // Renew four times per lease, so that some renewals can be late.
    const heartbeat = setInterval(() => void renew().catch(() => {}), this.seconds * 250);
    return () => clearInterval(heartbeat);
  }
}

/** The work was canceled, or another process has claimed it. Rolls back the transaction that would have finished it. */
export class ClaimLost extends Error {}
