/** What is counted towards one limit. */
export interface Counted {
  /** What is counted and for whom: `proof:user:<id>`. */
  key: string;
  /** Calls allowed in a window. */
  max: number;
  windowSeconds: number;
}

/** Where a limit stands: calls in its window, this one included, at most one above its `max`. */
export interface Count {
  hits: number;
  reset_seconds: number;
}

/**
 * Where calls are counted: exactly, however many processes count at once, and on the clock of the store. A window begins with its
 * first call.
 */
export abstract class LimitStore {
  /**
   * Counts a call towards several limits, narrowest first, up to the first one that refuses it, and at once: no other call
   * comes in between. Counts of those that were reached, in their order.
   */
  abstract count(limits: readonly Counted[]): Promise<Count[]>;

  /** Takes a call back; a window in which nothing else was counted ends, as if it had never begun. */
  abstract giveBack(key: string): Promise<void>;
}
