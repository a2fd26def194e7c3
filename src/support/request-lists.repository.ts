import { Injectable } from '@nestjs/common';
import { type Page, pageOf } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { dueCursorOf, type DuePlace, duePlaceOf } from './due-cursor';
import { findLastRequestLookedAt, listRequests, type RequestFilter, type RequestRange } from './request-lists.sql';
import type { ShownRequest } from './shown-request';
import type { ShownClock } from './sla/clock';
import type { SupportRequest } from './support-request.entity';
import { LIST_SHOWN_REQUESTS } from './support-requests.sql';
import type { RequestSort } from './support-request.types';

/** The instants of a clock, which JSON has as texts. */
const CLOCK_TIMES = ['startedAt', 'runningSince', 'warnAt', 'dueAt', 'pausedAt', 'satisfiedAt', 'breachedAt'] as const;
type ClockTime = (typeof CLOCK_TIMES)[number];

type ClockJson = Omit<ShownClock, ClockTime | 'readAt'> & Record<ClockTime, string | null>;

type Row = SupportRequest & { contactId: string | null; clocks: ClockJson[]; readAt: Date };

/** Support requests as they are shown, with their clocks and the contacts of their conversations. */
@Injectable()
export class RequestListsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * A page of what matches. It looks at a bounded number of requests: a page that they do not fill has fewer, perhaps none, and
   * the next one goes on behind them. One statement; two for a page that is not full.
   */
  async page(
    filter: RequestFilter,
    { sort, limit, cursor }: { sort: RequestSort; limit: number; cursor?: string },
  ): Promise<Page<ShownRequest>> {
    const range: RequestRange = { sort, past: cursor === undefined ? undefined : duePlaceOf(cursor), most: limit + 1 };
    const { rows, nextCursor } = await pageOf(limit, () => this.listMatching(filter, range), dueCursorOf);
    return { rows: rows.map(shownOf), nextCursor: nextCursor ?? (await this.findWindowEnd(filter, range)) };
  }

  /** Oldest first. One statement. */
  async listShown(workspaceId: string, ids: readonly string[]): Promise<ShownRequest[]> {
    if (ids.length === 0) return [];
    return (await this.work.prepared<Row>(LIST_SHOWN_REQUESTS, [workspaceId, ids])).map(shownOf);
  }

  private listMatching(filter: RequestFilter, range: RequestRange): Promise<Row[]> {
    const { sql, parameters, isUsual } = listRequests(filter, range);
    return isUsual ? this.work.prepared<Row>(sql, parameters) : this.work.query<Row>(sql, parameters);
  }

  /** Null where everything that the index had was looked at. */
  private async findWindowEnd(filter: RequestFilter, range: RequestRange): Promise<string | null> {
    const { sql, parameters } = findLastRequestLookedAt(filter, range);
    const [last] = await this.work.query<DuePlace>(sql, parameters);
    return last ? dueCursorOf(last) : null;
  }
}

function shownOf({ contactId, clocks, readAt, ...request }: Row): ShownRequest {
  return { request, contactId, clocks: clocks.map((clock) => clockOf(clock, readAt)) };
}

function clockOf(clock: ClockJson, readAt: Date): ShownClock {
  const times = CLOCK_TIMES.map((name) => [name, clock[name] === null ? null : new Date(clock[name])] as const);
  return { ...clock, ...(Object.fromEntries(times) as Pick<ShownClock, ClockTime>), readAt };
}
