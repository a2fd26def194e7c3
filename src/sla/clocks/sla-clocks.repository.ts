import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Queues } from '../../common/jobs/queues';
import type { SlaMilestone } from '../../support/support-request.types';
import type { WorkingCalendar } from '../../common/time/working-calendar.types';
import { type CalendarTarget, Clock, type ClockKey, ZONES } from '../engine/clock';
import type { ClockEvent } from '../engine/clock.types';
import { rowOf } from './clock-row';
import { SlaClock } from './sla-clock.entity';
import {
  CLAIM_CONVERSATIONS_OF_OLDER_ZONES,
  CLAIM_CONVERSATIONS_TO_LOOK_AT,
  FIND_CLOCK,
  INSERT_ALERTS,
  INSERT_CLOCK_EVENTS,
  INSERT_SNAPSHOTS,
  LEAVE_OF_OLDER_ZONES,
  LIST_ANSWERABLE_CLOCKS,
  LIST_CLOCKS_OF_OLDER_ZONES,
  LIST_CLOCKS_SATISFIED_BY,
  LIST_CLOCKS_TO_LOOK_AT,
  LIST_OPEN_CLOCKS,
  POSTPONE_DUE,
} from './sla-clocks.sql';

type Row = ClockKey & { events: ClockEvent[]; calendar: WorkingCalendar };

export interface SlaAlert {
  workspaceId: string;
  supportRequestId: string;
  clockId: string;
  kind: 'warning' | 'breach';
  at: Date;
}

export interface ConversationKey {
  workspaceId: string;
  conversationId: string;
}

/** The tables sla_clocks, sla_clock_events, sla_snapshots and sla_alerts. */
@Injectable()
export class SlaClocksRepository {
  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const waiting = { where: 'look_at <= now()', since: 'look_at' };
    queues.register({ queue: 'sla_clocks', table: 'sla_clocks', states: { waiting } });
  }

  /** Those that can still change; as many as the requests have milestones. */
  async listOpen(workspaceId: string, requestIds: readonly string[]): Promise<Clock[]> {
    return clocksOf(await this.work.prepared<Row>(LIST_OPEN_CLOCKS, [workspaceId, requestIds]));
  }

  /** The same with those that ended with their request since a message was written. */
  async listAnswerable(workspaceId: string, requestIds: readonly string[], writtenAt: Date): Promise<Clock[]> {
    return clocksOf(await this.work.prepared<Row>(LIST_ANSWERABLE_CLOCKS, [workspaceId, requestIds, writtenAt]));
  }

  /** Those that a message satisfied: at most one of each milestone. */
  async listSatisfiedBy(workspaceId: string, requestId: string, messageId: string): Promise<Clock[]> {
    return clocksOf(await this.work.query<Row>(LIST_CLOCKS_SATISFIED_BY, [workspaceId, requestId, messageId]));
  }

  /** By its number in the episode, or the newest. */
  async find(
    { workspaceId, supportRequestId }: Pick<ClockKey, 'workspaceId' | 'supportRequestId'>,
    { episodeNumber, milestone, number }: { episodeNumber: number; milestone: SlaMilestone; number?: number },
  ): Promise<Clock | null> {
    const parameters = [workspaceId, supportRequestId, episodeNumber, milestone, number ?? null];
    const [clock] = clocksOf(await this.work.query<Row>(FIND_CLOCK, parameters));
    return clock ?? null;
  }

  /** Locks some conversations in which time has made something of a clock. */
  claimDue(most: number): Promise<ConversationKey[]> {
    return this.work.prepared<ConversationKey>(CLAIM_CONVERSATIONS_TO_LOOK_AT, [most]);
  }

  /** Those clocks. */
  async listDue(claimed: readonly ConversationKey[]): Promise<Clock[]> {
    return clocksOf(await this.ofConversations(LIST_CLOCKS_TO_LOOK_AT, claimed));
  }

  /** What of these conversations is still due, is looked at again in an hour. */
  async postponeDue(conversations: readonly ConversationKey[]): Promise<void> {
    await this.ofConversations(POSTPONE_DUE, conversations);
  }

  /** As {@link claimDue}, where newer rules of time zones may have. */
  claimOfOlderZones(most: number): Promise<ConversationKey[]> {
    return this.work.prepared<ConversationKey>(CLAIM_CONVERSATIONS_OF_OLDER_ZONES, [ZONES, most]);
  }

  async listOfOlderZones(claimed: readonly ConversationKey[]): Promise<Clock[]> {
    return clocksOf(await this.ofConversations(LIST_CLOCKS_OF_OLDER_ZONES, claimed, ZONES));
  }

  /** What of these conversations is still by older rules, stays so. */
  async leaveOfOlderZones(conversations: readonly ConversationKey[]): Promise<void> {
    await this.ofConversations(LEAVE_OF_OLDER_ZONES, conversations, ZONES);
  }

  /** The working time of a target, once for each version of a policy. */
  async insertSnapshots(workspaceId: string, targets: readonly CalendarTarget[]): Promise<void> {
    await this.work.prepared(INSERT_SNAPSHOTS, [workspaceId, JSON.stringify(targets)]);
  }

  /** Writes clocks as they are at a moment, with what has happened to them. */
  async save(clocks: readonly Clock[], now: number): Promise<void> {
    const rows = clocks.map((clock) => rowOf(clock, now));
    await this.work.manager.upsert(SlaClock, rows, ['workspaceId', 'supportRequestId', 'id']);
    const events = clocks.flatMap((clock) =>
      clock.added.map((event, index) => ({ ...clock.key, number: clock.firstAdded + index, event })),
    );
    if (events.length > 0) await this.work.prepared(INSERT_CLOCK_EVENTS, [JSON.stringify(events)]);
    for (const clock of clocks) clock.markSaved();
  }

  /** The clock and the kind of the alerts that are new. */
  insertAlerts(alerts: readonly SlaAlert[]): Promise<Pick<SlaAlert, 'clockId' | 'kind'>[]> {
    return this.work.prepared(INSERT_ALERTS, [JSON.stringify(alerts)]);
  }

  private ofConversations(sql: string, claimed: readonly ConversationKey[], ...more: unknown[]): Promise<Row[]> {
    if (claimed.length === 0) return Promise.resolve([]);
    return this.work.prepared<Row>(sql, [
      claimed.map(({ workspaceId }) => workspaceId),
      claimed.map(({ conversationId }) => conversationId),
      ...more,
    ]);
  }
}

function clocksOf(rows: readonly Row[]): Clock[] {
  return rows.map(({ events, calendar, ...key }) => Clock.of(key, events, calendar));
}
