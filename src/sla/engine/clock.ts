import type { SlaMilestone } from '../../support/support-request.types';
import type { WorkingCalendar } from '../../common/time/working-calendar.types';
import { ClockTimeline, targetOf } from './clock-timeline';
import type { ClockEvent, ClockTarget } from './clock.types';
import { WorkingTime } from '../../common/time/working-time';

/** The release of the time zone rules of this process: `2026a` comes after `2025c`. */
export const ZONES = process.versions.tz ?? '';

/** What a clock runs against, with the working time that it counts. */
export interface CalendarTarget extends ClockTarget {
  policyName: string;
  calendar: WorkingCalendar;
}

/** The identity of a clock, which never changes. */
export interface ClockKey {
  workspaceId: string;
  supportRequestId: string;
  id: string;
  conversationId: string;
  agentId: string;
  episodeNumber: number;
  milestone: SlaMilestone;
  /** From 1 on, within the milestone of the episode. */
  number: number;
}

/** A clock in hand: what happened to it, and what is added to that before it is saved. */
export class Clock {
  private recorded: number;
  private made: ClockTimeline | null = null;

  private constructor(
    readonly key: ClockKey,
    private readonly events: ClockEvent[],
    private counted: WorkingCalendar,
    { isNew }: { isNew: boolean },
  ) {
    this.recorded = isNew ? 0 : events.length;
  }

  /** `version`: of the request, then. `now`: when that is recorded. */
  static start(key: ClockKey, at: number, version: number, target: CalendarTarget, now: number): Clock {
    const started: ClockEvent = { kind: 'started', at, version, recordedAt: now, ...targetOf(target) };
    return new Clock(key, [started], target.calendar, { isNew: true });
  }

  static of(key: ClockKey, events: readonly ClockEvent[], calendar: WorkingCalendar): Clock {
    return new Clock(key, [...events], calendar, { isNew: false });
  }

  get milestone(): SlaMilestone {
    return this.key.milestone;
  }

  get all(): readonly ClockEvent[] {
    return this.events;
  }

  /** What it counts. */
  get calendar(): WorkingCalendar {
    return this.counted;
  }

  /** What has not been saved. */
  get added(): readonly ClockEvent[] {
    return this.events.slice(this.recorded);
  }

  get firstAdded(): number {
    return this.recorded;
  }

  get timeline(): ClockTimeline {
    this.made ??= new ClockTimeline(this.milestone, this.events, WorkingTime.of(this.counted));
    return this.made;
  }

  /** Whether it was satisfied when it was last saved. */
  get wasSatisfied(): boolean {
    if (this.recorded === this.events.length) return this.timeline.isSatisfied;
    if (this.recorded === 0) return false;
    const saved = this.events.slice(0, this.recorded);
    return new ClockTimeline(this.milestone, saved, WorkingTime.of(this.counted)).isSatisfied;
  }

  /** Neither satisfied nor cancelled. */
  get isOpen(): boolean {
    return this.timeline.finishedAt === null;
  }

  /** The newest of the request that it knows of. */
  get version(): number {
    return Math.max(...this.events.map((event) => ('version' in event ? event.version : 0)));
  }

  get startedAt(): number {
    return this.timeline.startedAt;
  }

  /** When its start was recorded, which may be dated before or a little ahead. */
  get startRecordedAt(): number {
    const [started] = this.events;
    return (started?.kind === 'started' ? started.recordedAt : undefined) ?? this.startedAt;
  }

  /** Whether it had started, or its start was recorded, when a message was written: only then does the message answer it. */
  isAskedBy(writtenAt: number): boolean {
    return Math.min(this.startedAt, this.startRecordedAt) <= writtenAt;
  }

  /** Everything was saved. */
  markSaved(): void {
    this.recorded = this.events.length;
  }

  add(...events: readonly ClockEvent[]): void {
    if (events.length === 0) return;
    this.events.push(...events);
    this.made = null;
  }

  retarget(target: CalendarTarget, at: number): void {
    this.counted = target.calendar;
    this.add({ kind: 'retargeted', at, ...targetOf(target) });
  }

  /** Records what has come to pass by itself until then. */
  advance(now: number): void {
    this.add(...this.timeline.passedBy(now));
  }
}
