import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { QueueRule } from './queues';

/** Fields of every claim in addition to the primary key and the columns of the queue. */
export interface Claimed {
  /** Distinguishes this claim from other claims of the same row. */
  fence: string;
  /** The number of claims since the last progress of the row, including this one. */
  attempts: number;
}

/** Options of a queue of rows. `Claim` has the fields of a row that the work needs. */
export interface LeasedQueueOptions<Row extends ObjectLiteral, Claim extends object> {
  /** The name in metrics, in snake_case. Unique, except for queues of one table that are counted together. */
  name: string;
  /** The name in logs, traces and wake-ups. Default: `name` with dashes. */
  task?: string;
  /** The entity of the table. A class that extends `LeasedRow` has the columns of a queue. */
  entity: EntityTarget<Row>;
  /** Columns of a claim in addition to its key, as the driver returns them: `bigint` is a string. */
  columns?: readonly (keyof Row & keyof Claim & string)[];
  /** Further fields of a claim: SQL expressions over the claimed row `t`. */
  computed?: Partial<Record<keyof Claim & string, string>>;
  /** The lease in seconds, at least 20, after which another process takes the work over. Renewed four times in that time. */
  leaseSeconds: number;
  /** Concurrent pieces of work in one process. One workspace has at most all but one of them. Default: 1. */
  concurrency?: number;
  /** How long an idle process waits before it looks for work again, in milliseconds. `wake` ends the wait. Default: 1,000. */
  idleMs?: number;
  /** The most attempts for a row. Default: unlimited. */
  maxAttempts?: number;
  /** The delay before a retry after `work` has thrown, in seconds. Default: 10. */
  retrySeconds?: number;
  /**
   * Does one piece of work and ends the claim with `finish`, `postpone`, `release` or `delete`, in the same transaction. If it does not
   * end the claim, the work is repeated after the lease has expired. `signal` aborts when the process shuts down.
   */
  work(claim: Claim, signal: AbortSignal): Promise<void>;
  /**
   * Called after `work` has thrown. Returns true if it has ended the claim, or if the lease should expire. Otherwise the error is logged
   * and the row is postponed, or released during a shutdown.
   */
  onError?(claim: Claim, error: unknown): Promise<boolean>;
  /** Ends a claim after `maxAttempts`. Default: finishes the row and logs an error. */
  onExhausted?(claim: Claim): Promise<void>;
  /** Runs before each claim. Returns true if it did some work, so that the process looks again at once. */
  beforeClaim?(): Promise<boolean>;
  /** Claims other work if no row is due and no work is in flight. */
  claimWhenIdle?(): Promise<Claim | null>;
  /** SQL without parameters that is true while `beforeClaim` or `claimWhenIdle` have work. An index must support it. */
  isAlsoDue?: string;
  /** The end of an entry can make others due, so the queue wakes itself after each. */
  wakesNext?: true;
  /** For a table that is not only a queue. */
  shape?: QueueShape<Row, Claim>;
}

/** How a table differs from `LeasedRow`. Conditions are SQL over the row `t`, with the same text as in the index for them. */
export interface QueueShape<Row extends ObjectLiteral, Claim extends object> {
  /** The column with the workspace for turns, which is also the first column of the index for its rows. Default: `workspaceId`. */
  turnOf?: keyof Row & keyof Claim & string;
  /** The workspace that comes first while it has no work in flight. */
  first?: string;
  /** Condition for waiting rows. Default: `due_at IS NOT NULL`. */
  waiting?: string;
  /** Condition for waiting rows that can be claimed now. Default: `due_at <= now()`. */
  due?: string;
  /** The column by which an index orders all waiting rows. Default: `due_at`. */
  since?: string;
  /** The order within a workspace. Default: the column of `since`. */
  order?: string;
  /** The column with the end of the lease. Default: `dueAt`. */
  lease?: keyof Row & string;
  /** Further SQL assignments of a claim. */
  onClaim?: string;
  /** Condition for rows that belonged to a dead process. Default: `is_held`. */
  isTakenOver?: string;
  /** Condition for a claimed row. Default: the row is held. */
  held?: FindOptionsWhere<Row>;
  /** The table has no fence, because doing a piece of work twice does no harm. */
  unfenced?: true;
  /** The states for metrics. Null if another queue of the same name counts for both. */
  states?: QueueRule['states'] | null;
  /** Replaces the statement that claims a row. */
  claim?(turnOf: string, leaseSeconds: number): Promise<Claim | null>;
  /** Replaces the statement that renews a lease. */
  renew?(claim: Claim, leaseSeconds: number): Promise<unknown>;
}
