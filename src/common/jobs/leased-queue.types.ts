import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { QueueRule } from './queues';

/** What every claim has beside the primary key of its row and the columns that the queue names. */
export interface Claimed {
  /** Tells this claim from an earlier or later one of the same row. */
  fence: string;
  /** How often the row was claimed since it last got on, this time included. */
  attempts: number;
}

/** A table whose rows are work. `Claim` is what the work needs to know of a row. */
export interface LeasedQueueOptions<Row extends ObjectLiteral, Claim extends object> {
  /** In its metrics, in snake_case; no two queues share one, but those of one table that count together. */
  name: string;
  /** In logs, traces and wake-ups; by default the name with dashes. */
  task?: string;
  /** The table. A class that extends `LeasedRow` has the columns of a queue. */
  entity: EntityTarget<Row>;
  /** Columns that a claim has beside its key, as the driver gives them: `bigint` is a string. */
  columns?: readonly (keyof Row & keyof Claim & string)[];
  /** What else a claim has: expressions in SQL over the claimed row `t`. */
  computed?: Partial<Record<keyof Claim & string, string>>;
  /** How long a process may be silent before another one takes its work over: 20 or more. Renewed four times in that time. */
  leaseSeconds: number;
  /** Pieces of work at the same time in one process, 1 by default. One workspace has all but one of them at most. */
  concurrency?: number;
  /** Until an idle process looks again, in milliseconds; 1,000 by default. `wake` cuts it short. */
  idleMs?: number;
  /** Attempts until a row is given up; without end by default. */
  maxAttempts?: number;
  /** Until a row is tried again of which `work` has thrown, in seconds; 10 by default. */
  retrySeconds?: number;
  /**
   * Does one piece of work and ends the claim: by `finish`, `postpone`, `release` or `delete`, in the transaction of what was
   * done. A claim that nothing ends is worked on again once its lease has ended. `signal` aborts when the process shuts down.
   */
  work(claim: Claim, signal: AbortSignal): Promise<void>;
  /**
   * After `work` has thrown: whether this has ended the claim, or leaves that to its lease. Otherwise the row is postponed and the
   * error logged; during a shutdown it is released.
   */
  onError?(claim: Claim, error: unknown): Promise<boolean>;
  /** Ends a claim beyond `maxAttempts`; by default it is finished and logged. */
  onExhausted?(claim: Claim): Promise<void>;
  /** Runs before each claim. True: it has done something, so that the process looks again at once. */
  beforeClaim?(): Promise<boolean>;
  /** Another claim, where nothing is due and nothing is in flight. */
  claimWhenIdle?(): Promise<Claim | null>;
  /** An entry that ends may make others due: the queue wakes itself after each. */
  wakesNext?: true;
  /** For a table that is not only a queue. */
  shape?: QueueShape<Row, Claim>;
}

/** How a table differs from one of `LeasedRow`. Conditions are SQL over the row `t`, each the same text as in the index that finds it. */
export interface QueueShape<Row extends ObjectLiteral, Claim extends object> {
  /** The workspace whose turn a row takes; `workspaceId` by default. First column of the index by which its rows are found. */
  turnOf?: keyof Row & keyof Claim & string;
  /** Whose turn comes before all others while nothing of theirs is in flight. */
  first?: string;
  /** Which rows wait; `due_at IS NOT NULL` by default. */
  waiting?: string;
  /** Which of them can be claimed now; `due_at <= now()` by default. */
  due?: string;
  /** The column by which an index orders all that wait; `due_at` by default. */
  since?: string;
  /** The order within a workspace; by default the same. */
  order?: string;
  /** The column in which the lease ends; `dueAt` by default. */
  lease?: keyof Row & string;
  /** What a claim changes besides: assignments in SQL. */
  onClaim?: string;
  /** Whether a row that can be claimed belonged to a process that has died; by default `is_held`. */
  isTakenOver?: string;
  /** What is true of a row under its claim; by default that it is held. */
  held?: FindOptionsWhere<Row>;
  /** Doing a piece of work twice does no harm, and the table has no fence. */
  unfenced?: true;
  /** What the metrics count; null: another queue of this name counts for both. */
  states?: QueueRule['states'] | null;
  /** In place of the statement that claims a row. */
  claim?(turnOf: string, leaseSeconds: number): Promise<Claim | null>;
  /** In place of the statement that renews a lease. */
  renew?(claim: Claim, leaseSeconds: number): Promise<unknown>;
}
