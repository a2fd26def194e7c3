import { Injectable } from '@nestjs/common';
import { MetricsPool } from '../database/metrics-pool';

/** Entries of one queue and state that are counted at most: a count must not cost more the worse things are. */
export const MOST_COUNTED = 10_000;

/**
 * Where an entry of a queue stands: `waiting` for anybody who is free, put off until `later`, `working` under a lease; `held`:
 * one of these two, where rows do not tell them apart; `abandoned`: its lease has ended and nobody has taken it up yet;
 * `quarantined` and `uncertain`: waiting for a person.
 */
export type QueueState = 'waiting' | 'later' | 'working' | 'held' | 'abandoned' | 'quarantined' | 'uncertain';

/** Rows of a table, in SQL that is part of the program, and that an index finds. */
interface Entries {
  where: string;
  /** The column of that index, since when an entry is in its state; absent: nobody needs to know. */
  since?: string;
  /** Of those seconds, how many an entry is meant to be there. */
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
  /** {@link MOST_COUNTED} means that many or more. */
  entries: number;
  /** How long the oldest one has been there; 0 where there is none, null where it is not asked for. */
  oldestSeconds: number | null;
}

/** How full the queues are. Who owns the table of a queue registers what stands for its states. */
@Injectable()
export class Queues {
  private readonly selects: string[] = [];

  constructor(private readonly pool: MetricsPool) {}

  register({ queue, table, states }: QueueRule): void {
    for (const [state, { where, since, expectedSeconds: meantSeconds = 0 }] of Object.entries(states)) {
      const entries = `SELECT ${since ?? 'NULL::timestamptz'} AS since FROM ${table} WHERE ${where}`;
      const bounded = `${entries} ${since ? `ORDER BY ${since}` : ''} LIMIT ${MOST_COUNTED}`;
      const oldest = since
        ? `coalesce(greatest(0, extract(epoch FROM now() - min(since)) - ${meantSeconds}), 0)::float8`
        : 'NULL::float8';
      this.selects.push(
        `SELECT '${queue}' AS queue, '${state}' AS state, count(*)::int AS entries, ${oldest} AS "oldestSeconds" FROM (${bounded}) AS bounded`,
      );
    }
  }

  /** By hand: all queues in one statement, each by an index and up to a bound. */
  get statement(): string {
    return this.selects.join(' UNION ALL ');
  }

  depths(): Promise<QueueDepth[]> {
    return this.pool.query<QueueDepth>(this.statement);
  }
}

type Columns = Record<'isQueued' | 'isWorking' | 'due', string>;

/** The states of rows with a status, a time at which they are due, and a lease in `lease_ends_at`. */
export function leasedStates({ isQueued, isWorking, due }: Columns): QueueRule['states'] {
  return {
    waiting: { where: `${isQueued} AND ${due} <= now()`, since: due },
    later: { where: `${isQueued} AND ${due} > now()` },
    working: { where: `${isWorking} AND lease_ends_at >= now()` },
    abandoned: { where: `${isWorking} AND lease_ends_at < now()`, since: 'lease_ends_at' },
  };
}

/** The states of rows whose `due_at` is the end of their lease as well. */
export function dueStates(isOpen = 'true'): QueueRule['states'] {
  return {
    waiting: { where: `${isOpen} AND due_at <= now()`, since: 'due_at' },
    held: { where: `${isOpen} AND due_at > now()` },
  };
}
