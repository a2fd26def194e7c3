import { Injectable } from '@nestjs/common';
import { pageOf } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Member } from '../common/request/principal';
import type { LiveRequestFilter } from '../inbox/conversations/live-requests.port';
import { dueCursorOf, type DuePlace, duePlaceOf } from './due-cursor';
import { findLastRequestLookedAt, listRequests, type RequestFilter, type RequestRange } from './request-lists.sql';
import { type CalendarsByVersion, fillElapsed } from './fill-elapsed';
import type { SupportRequestDto } from './support-request.dto';
import { LIST_CONVERSATIONS_WITH_REQUESTS, LIST_NEXT_CLOCKS, LIST_SHOWN_REQUESTS } from './support-requests.sql';
import type { RequestSort } from './support-request.types';

/** A request as JSON, and its place in the list. */
interface ListedRequest extends DuePlace {
  request: string;
}

/** The first has the calendars of all, unless no clock counts. */
type Row = ListedRequest & { calendars: CalendarsByVersion | null };

/** The clock of a conversation that runs out next, as JSON. The first row has the calendars of all. */
interface NextClock {
  conversationId: string;
  clock: string;
  calendars: CalendarsByVersion | null;
}

export interface ListedRequests {
  /** The texts of JSON objects. */
  requests: string[];
  nextCursor: string | null;
}

/** Support requests as they are answered, with their clocks and the contacts of their conversations. */
@Injectable()
export class RequestListsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * A page of what matches. It looks at a bounded number of requests: a page that they do not fill has fewer, perhaps none, and
   * the next one goes on behind them. One statement; two for a page that is not full.
   */
  async pageJson(
    filter: RequestFilter,
    { sort, limit, cursor }: { sort: RequestSort; limit: number; cursor?: string },
  ): Promise<ListedRequests> {
    const range: RequestRange = { sort, past: cursor === undefined ? undefined : duePlaceOf(cursor), most: limit + 1 };
    const { rows, nextCursor } = await pageOf(limit, () => this.listMatching(filter, range), dueCursorOf);
    const requests = rows.map(({ request }) => request);
    return { requests, nextCursor: nextCursor ?? (await this.findWindowEnd(filter, range)) };
  }

  /** Oldest first. One statement. */
  async listDtos(workspaceId: string, ids: readonly string[]): Promise<SupportRequestDto[]> {
    if (ids.length === 0) return [];
    const rows = filled(await this.work.prepared<Row>(LIST_SHOWN_REQUESTS, [workspaceId, ids]));
    return rows.map(({ request }) => JSON.parse(request) as SupportRequestDto);
  }

  /** By conversation the clock that runs out next, as JSON. One statement. */
  async listNextClocks(workspaceId: string, conversationIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.work.prepared<NextClock>(LIST_NEXT_CLOCKS, [workspaceId, conversationIds]);
    const clocks = fillElapsed(
      rows.map(({ clock }) => clock),
      rows[0]?.calendars ?? {},
    );
    return new Map(rows.map(({ conversationId }, index) => [conversationId, clocks[index]!]));
  }

  /** Conversations of live requests of the agents that the member sees, those that are due first. One statement. */
  async listConversationIds(
    { workspaceId, agentIds }: Pick<Member, 'workspaceId' | 'agentIds'>,
    { priority, sla }: LiveRequestFilter,
    most: number,
  ): Promise<string[]> {
    const values = [workspaceId, priority ?? null, sla ?? null, most, agentIds];
    const found = await this.work.prepared<{ id: string }>(LIST_CONVERSATIONS_WITH_REQUESTS, values);
    return found.map(({ id }) => id);
  }

  private async listMatching(filter: RequestFilter, range: RequestRange): Promise<ListedRequest[]> {
    const { sql, parameters, isUsual } = listRequests(filter, range);
    return filled(await (isUsual ? this.work.prepared<Row>(sql, parameters) : this.work.query<Row>(sql, parameters)));
  }

  /** Null where everything that the index had was looked at. */
  private async findWindowEnd(filter: RequestFilter, range: RequestRange): Promise<string | null> {
    const { sql, parameters } = findLastRequestLookedAt(filter, range);
    const [last] = await this.work.query<DuePlace>(sql, parameters);
    return last ? dueCursorOf(last) : null;
  }
}

function filled(rows: readonly Row[]): ListedRequest[] {
  const calendars = rows.find((row) => row.calendars !== null)?.calendars ?? {};
  const texts = fillElapsed(
    rows.map(({ request }) => request),
    calendars,
  );
  return rows.map(({ id, dueAt }, index) => ({ id, dueAt, request: texts[index]! }));
}
