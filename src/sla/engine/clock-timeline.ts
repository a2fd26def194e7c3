import {
  type DispositionCode,
  RESOLUTIONS,
  type SlaMilestone,
  type SlaStatus,
} from '../../support/support-request.types';
import type { ClockEvent, ClockTarget, ClockTransition } from './clock.types';
import type { Span, WorkingTime } from '../../common/time/working-time';

type Wait = Extract<ClockTransition, { kind: 'waiting' }>;

/** What an event did to the clock; null: nothing. */
export const CLOCK_EFFECTS = ['starts', 'pauses', 'resumes', 'stops', 'satisfies', 'cancels'] as const;
export type ClockEffect = (typeof CLOCK_EFFECTS)[number];

/** What a clock comes to at a moment. Times in milliseconds since the epoch. */
export interface ClockFigures {
  status: SlaStatus;
  target: ClockTarget;
  startedAt: number;
  /** Since when it counts; null: it does not. */
  runningSince: number | null;
  /** Working milliseconds before `runningSince`. */
  elapsedBefore: number;
  warnAt: number | null;
  dueAt: number | null;
  pausedAt: number | null;
  satisfied: { at: number; messageId: string; memberId: string | null } | null;
  breachedAt: number | null;
  /** When nothing could change any more; null: it still can. */
  finishedAt: number | null;
  /** When something comes to pass by itself; null: nothing does. */
  lookAt: number | null;
}

/**
 * A clock as its events tell it. It counts working time from its start, except while the request waits for something that
 * the target pauses on.
 *
 * - What was breached stays so: what is recorded later, but dated before the breach, counts from the breach on.
 * - An answer that is taken back has never been there: the clock has run on.
 * - A new target counts from the start; what it pauses on holds from then on.
 * - A request may be ended as soon as its last answer is written: what then leaves satisfies the milestone.
 * - Each wait for colleagues asks them for a review: the next one takes the place of one that has not been given.
 */
export class ClockTimeline {
  private readonly spans: Span[] = [];
  private readonly done: (ClockEffect | null)[] = [];
  readonly startedAt: number;
  private target: ClockTarget;
  private runningSince: number | null = null;
  private pausedAt: number | null = null;
  private resumeAt: number | null = null;
  /** What the request waits for, whether that pauses the clock or not. */
  private waiting: Wait | null = null;
  private isStopped = false;
  private satisfied: ClockFigures['satisfied'] = null;
  private cancelledAt: number | null = null;
  private breachedAt: number | null = null;
  private isWarned = false;
  /** When it would have been due, as it was last known. */
  private finalDueAt: number | null = null;

  constructor(
    private readonly milestone: SlaMilestone,
    events: readonly ClockEvent[],
    private readonly working: WorkingTime,
  ) {
    const [started] = events;
    if (started?.kind !== 'started') throw new Error('A clock begins with its start');
    this.startedAt = started.at;
    this.target = targetOf(started);
    const answer = answerThatCounts(events);
    for (const event of events) this.done.push(this.apply(event, event === answer));
  }

  get isSatisfied(): boolean {
    return this.satisfied !== null;
  }

  /** The message that did; null: none. */
  get satisfiedBy(): string | null {
    return this.satisfied?.messageId ?? null;
  }

  /** When nothing could change any more; null: it still can. */
  get finishedAt(): number | null {
    return this.satisfied?.at ?? this.cancelledAt;
  }

  /** What each event did. */
  get effects(): readonly (ClockEffect | null)[] {
    return this.done;
  }

  /** What it has counted by then: in order, and apart from each other. */
  counted(now: number): Span[] {
    const spans = this.runningSince === null ? this.spans : [...this.spans, { from: this.runningSince, to: now }];
    return spans.flatMap(({ from, to }) => [...this.working.intervals(from, to)]);
  }

  /** The warning and the breach that have come to pass by then and were not recorded yet. */
  passedBy(now: number): ClockEvent[] {
    const { warnAt, dueAt } = this.ends();
    const passed: ClockEvent[] = [];
    if (this.isFinished || this.breachedAt !== null) return passed;
    if (!this.isWarned && warnAt !== null && warnAt <= now) passed.push({ kind: 'warned', at: warnAt });
    if (dueAt !== null && dueAt <= now) passed.push({ kind: 'breached', at: dueAt });
    return passed;
  }

  figures(now: number): ClockFigures {
    const { warnAt, dueAt } = this.ends();
    const isRunning = this.runningSince !== null;
    // A pause may be dated a little ahead, and the time be used up before it.
    const isWatched = !this.isFinished && this.breachedAt === null;
    return {
      status: this.status(now, warnAt, dueAt),
      target: this.target,
      startedAt: this.startedAt,
      runningSince: this.runningSince,
      elapsedBefore: this.spans.reduce((sum, { from, to }) => sum + this.working.between(from, to), 0),
      warnAt: isRunning ? warnAt : null,
      dueAt: this.isFinished ? this.finalDueAt : isRunning ? dueAt : null,
      pausedAt: this.isFinished ? null : this.pausedAt,
      satisfied: this.satisfied,
      breachedAt: this.breachedAt,
      finishedAt: this.finishedAt,
      lookAt: isWatched ? (this.isWarned ? dueAt : (warnAt ?? dueAt)) : null,
    };
  }

  private status(now: number, warnAt: number | null, dueAt: number | null): SlaStatus {
    if (this.satisfied) return this.breachedAt === null ? 'met' : 'met_late';
    if (this.cancelledAt !== null) return 'cancelled';
    if (this.runningSince === null) return 'paused';
    if (this.breachedAt !== null || (dueAt !== null && dueAt <= now)) return 'breaching';
    return warnAt !== null && warnAt <= now ? 'imminent' : 'pending';
  }

  private get isFinished(): boolean {
    return this.finishedAt !== null;
  }

  private apply(event: ClockEvent, counts: boolean): ClockEffect | null {
    const isSentLate = counts && event.kind === 'answered' && event.writtenAt <= (this.cancelledAt ?? -Infinity);
    if (this.isFinished && !isSentLate) return null;
    const at = Math.max(event.at, this.breachedAt ?? event.at);
    switch (event.kind) {
      case 'started':
        this.runningSince = at;
        return 'starts';
      case 'retargeted':
        this.target = targetOf(event);
        if (this.runningSince === null) this.finalDueAt = this.dueAtHalt();
        return this.waiting && this.wait(at, this.waiting);
      case 'waiting':
        if (this.milestone === 'approval_review' && event.waitingOn === 'internal') return this.cancel(at);
        this.waiting = event;
        return this.wait(at, event);
      case 'active':
        this.waiting = null;
        return this.resume(at);
      case 'ended':
        return this.end(at, event.disposition);
      case 'answered':
        return counts ? this.satisfy(event.at, event) : null;
      case 'cancelled':
        return this.cancel(at);
      case 'warned':
        this.isWarned = true;
        return null;
      case 'breached':
        this.breachedAt ??= event.at;
        return null;
      case 'taken_back':
        return null;
    }
  }

  private wait(at: number, { waitingOn, resumeAt }: Wait): ClockEffect | null {
    if (!this.target.pauseOn.includes(waitingOn)) return this.resume(at);
    if (this.pausedAt !== null) return null;
    this.halt(at);
    this.resumeAt = resumeAt;
    return 'pauses';
  }

  private resume(at: number): ClockEffect | null {
    if (this.pausedAt === null || this.isStopped) return null;
    // What waited until a given time has gone on then, even if nothing noticed.
    this.runningSince = Math.max(this.pausedAt, Math.min(at, this.resumeAt ?? at));
    this.pausedAt = null;
    this.resumeAt = null;
    return 'resumes';
  }

  private end(at: number, disposition: DispositionCode): ClockEffect | null {
    this.resume(at);
    this.waiting = null;
    if (this.milestone !== 'verified_resolution' || !RESOLUTIONS.includes(disposition)) return this.cancel(at);
    this.halt(at);
    this.isStopped = true;
    return 'stops';
  }

  private cancel(at: number): ClockEffect {
    this.halt(at);
    this.cancelledAt = at;
    return 'cancels';
  }

  private satisfy(at: number, { messageId, memberId }: { messageId: string; memberId: string | null }): ClockEffect {
    // Both may be dated a little ahead.
    if (this.resumeAt !== null && this.resumeAt < at) this.resume(at);
    this.halt(at);
    this.cancelledAt = null;
    // It was late before, even if its date is earlier.
    const end = Math.max(at, this.breachedAt ?? at);
    const shortened = this.spans
      .filter(({ from }) => from < end)
      .map(({ from, to }) => ({ from, to: Math.min(to, end) }));
    this.spans.splice(0, this.spans.length, ...shortened);
    this.satisfied = { at, messageId, memberId };
    return 'satisfies';
  }

  /** Counts no further. */
  private halt(at: number): void {
    if (this.runningSince === null) return;
    this.finalDueAt = this.ends().dueAt;
    const end = Math.max(at, this.runningSince, this.breachedAt ?? at);
    this.spans.push({ from: this.runningSince, to: end });
    this.runningSince = null;
    this.pausedAt = end;
  }

  /** When it is imminent and when it is used up; null where that is not to be foreseen. */
  private ends(): { warnAt: number | null; dueAt: number | null } {
    const { targetSeconds, warnAtPercent } = this.target;
    return {
      warnAt: this.instantAfter(targetSeconds * 10 * warnAtPercent),
      dueAt: this.instantAfter(targetSeconds * 1_000),
    };
  }

  /** When it would be due, had it not been halted. */
  private dueAtHalt(): number | null {
    const from = this.spans.at(-1)?.from ?? this.startedAt;
    return this.instantAfter(this.target.targetSeconds * 1_000, this.spans.slice(0, -1), from);
  }

  private instantAfter(milliseconds: number, spans = this.spans, since = this.runningSince): number | null {
    let left = milliseconds;
    for (const { from, to } of spans) {
      const worked = this.working.between(from, to);
      if (left <= worked) return this.working.after(from, left);
      left -= worked;
    }
    return since === null ? null : this.working.after(since, left);
  }
}

/** The last one that satisfied and was not taken back. */
function answerThatCounts(events: readonly ClockEvent[]): ClockEvent | null {
  let answer: (ClockEvent & { kind: 'answered' }) | null = null;
  for (const event of events) {
    if (event.kind === 'answered' && event.satisfied) answer = event;
    if (event.kind === 'taken_back' && answer?.messageId === event.messageId) answer = null;
  }
  return answer;
}

/** Without what else an event or a policy says. */
export function targetOf({ policyId, policyVersion, targetSeconds, warnAtPercent, pauseOn }: ClockTarget): ClockTarget {
  return { policyId, policyVersion, targetSeconds, warnAtPercent, pauseOn };
}
