/** One limit that a call counts toward. */
export interface Counted {
  /** The kind of call and its caller: `proof:user:<id>`. */
  key: string;
  /** Calls allowed in a window. */
  max: number;
  windowSeconds: number;
}

/** The state of a limit: the calls in its window including this one, at most one above its `max`. */
export interface Count {
  hits: number;
  reset_seconds: number;
}

/**
 * Counts calls exactly across all processes, on the clock of the store. A window begins with its first call.
 */
export abstract class LimitStore {
  /**
   * Counts a call toward several limits, narrowest first, up to the first limit that refuses it. The operation is atomic. Returns the
   * counts of the limits that were reached, in order.
   */
  abstract count(limits: readonly Counted[]): Promise<Count[]>;

  /** Takes a call back. A window without other calls ends, as if it had never begun. */
  abstract giveBack(key: string): Promise<void>;
}
