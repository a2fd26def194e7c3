/** The waits of retries vary by this part, so that events that failed together are not retried together. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/** The waits between the attempts of an event. */
export class RetrySchedule {
  private readonly waits: readonly number[];

  constructor(
    seconds: readonly (number | string)[],
    private readonly random: () => number = Math.random,
  ) {
    this.waits = seconds.map((one) => Number(one) * 1_000);
  }

  /** The attempts of an event, the first one included. */
  get mostAttempts(): number {
    return this.waits.length + 1;
  }

  /** The time from the first attempt to the last one, at least. */
  get shortestMs(): number {
    return this.waits.reduce((sum, wait) => sum + wait, 0) * (1 - JITTER);
  }

  /** The wait in milliseconds after this many failed attempts. The last wait repeats. */
  waitMs(failures: number): number {
    const wait = this.waits[Math.min(failures, this.waits.length) - 1] ?? 0;
    return Math.round(wait * (1 - JITTER + 2 * JITTER * this.random()));
  }

  /**
   * Whether an event has failed for good. The time counts too: while the whole webhook fails, its oldest event is attempted more
   * often than the schedule says.
   */
  isExhausted(attempts: number, firstAttemptAt: Date, now: Date): boolean {
    return attempts >= this.mostAttempts && now.getTime() - firstAttemptAt.getTime() >= this.shortestMs;
  }
}

/** How long a receiver may ask to be left alone. */
export function boundedRetryAfter(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.min(milliseconds, LONGEST_RETRY_AFTER_MS);
}
