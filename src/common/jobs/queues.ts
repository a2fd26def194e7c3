import { Injectable } from '@nestjs/common';
import { MetricsPool } from '../database/metrics-pool';

/** The most entries to count for a queue and state, so that counting stays cheap with a large backlog. */
export const MOST_COUNTED = 10_000;

/**
 * The state of a queue entry. `waiting`: can be claimed. `later`: scheduled for a later time. `working`: claimed under a lease. `held`:
 * `later` or `working`, if rows do not distinguish them. `abandoned`: its lease has expired, and no process has taken it over yet.
 * `quarantined` and `uncertain`: needs a decision by a person.
 */
export type QueueState = 'waiting' | 'later' | 'working' | 'held' | 'abandoned' | 'quarantined' | 'uncertain';

/** SQL from the program that selects rows of a table. An index must support it. */
interface Entries {
  where: string;
  /** The column of the index with the time since an entry has been in its state. Absent if the age is not measured. */
  since?: string;
  /** The seconds that an entry is normally in this state. Subtracted from its age. */
  expectedSeconds?: number;
}

export interface QueueRule {
  queue: string;
  table: string;
  states: Partial<Record<QueueState, Entries>>;
}

export interface QueueDepth {
  queue: string;
  state: QueueState;
  /** The number of entries. {@link MOST_COUNTED} stands for this number or more. */
  entries: number;
  /** How long the oldest entry has been in the state. 0 without entries, null if the age is not measured. */
  oldestSeconds: number | null;
}

/** Counts the entries of queues. The owner of a table registers the conditions of its states. */
@Injectable()
export class Queues {
  private readonly selects: string[] = [];

  constructor(private readonly pool: MetricsPool) {}

  register({ queue, table, states }: QueueRule): void {
    for (const [state, { where, since, expectedSeconds = 0 }] of Object.entries(states)) {
      const entries = `SELECT ${since ?? 'NULL::timestamptz'} AS since FROM ${table} WHERE ${where}`;
      const bounded = `${entries} ${since ? `ORDER BY ${since}` : ''} LIMIT ${MOST_COUNTED}`;
      const oldest = since
        ? `coalesce(greatest(0, extract(epoch FROM now() - min(since)) - ${expectedSeconds}), 0)::float8`
        : 'NULL::float8';
      this.selects.push(
        `SELECT '${queue}' AS queue, '${state}' AS state, count(*)::int AS entries, ${oldest} AS "oldestSeconds" FROM (${bounded}) AS bounded`,
      );
    }
  }

  /** By hand: all queues in one statement, each with an index and up to a bound. */
  get statement(): string {
    return this.selects.join(' UNION ALL ');
  }

  depths(): Promise<QueueDepth[]> {
    return this.pool.query<QueueDepth>(this.statement);
  }
}

type Columns = Record<'isQueued' | 'isWorking' | 'due', string>;

/** The states of rows with a status, a due time, and a lease in `lease_ends_at`. */
export function leasedStates({ isQueued, isWorking, due }: Columns): QueueRule['states'] {
  return {
    waiting: { where: `${isQueued} AND ${due} <= now()`, since: due },
    later: { where: `${isQueued} AND ${due} > now()` },
    working: { where: `${isWorking} AND lease_ends_at >= now()` },
    abandoned: { where: `${isWorking} AND lease_ends_at < now()`, since: 'lease_ends_at' },
  };
}

/** The states of rows in which `due_at` is also the end of the lease. */
export function dueStates(isOpen = 'true'): QueueRule['states'] {
  return {
    waiting: { where: `${isOpen} AND due_at <= now()`, since: 'due_at' },
    held: { where: `${isOpen} AND due_at > now()` },
  };
}
