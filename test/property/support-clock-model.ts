import type { DispositionCode, SlaMilestone, SlaStatus, WaitingOn } from '../../src/support/support-request.types';

export interface Stretch {
  from: number;
  to: number;
}

/** Working time; all instants are milliseconds since the epoch. */
export interface Working {
  between(from: number, to: number): number;
  after(from: number, milliseconds: number): number | null;
  /** What is worked from one instant to another, in order. */
  within(from: number, to: number): Stretch[];
}

export const AROUND_THE_CLOCK: Working = {
  between: (from, to) => Math.max(0, to - from),
  after: (from, milliseconds) => from + milliseconds,
  within: (from, to) => (from < to ? [{ from, to }] : []),
};

export interface ModelTarget {
  policyId: string;
  policyVersion: number;
  seconds: number;
  warnAtPercent: number;
  pauseOn: readonly WaitingOn[];
  working: Working;
}

/** What a clock shows at a moment. */
export interface Reading {
  milestone: SlaMilestone;
  episodeNumber: number;
  policyId: string;
  status: SlaStatus;
  targetSeconds: number;
  startedAt: number;
  dueAt: number | null;
  pausedAt: number | null;
  elapsedSeconds: number;
  satisfiedAt: number | null;
  breachedAt: number | null;
}

/**
 * A clock as if there was no answer: periods in which it counts, the last one open while it runs. An answer is applied
 * on top, so that undoing it restores the original.
 */
export class ModelClock {
  private readonly stretches: Stretch[];
  private breachedAt: number | null = null;
  /** The same without an answer. */
  private lateAt: number | null = null;
  private answer: { at: number; messageId: string; counted: Stretch[]; dueAt: number | null } | null = null;
  private cancelledAt: number | null = null;
  private isStopped = false;
  private resumeAt = Infinity;
  /** When it would have been due, before it last stood still. */
  private lastDueAt: number | null = null;
  /** The state without an answer at the time when an outcome of a message was recorded. */
  private readonly copies = new Map<string, ModelClock>();

  constructor(
    readonly milestone: SlaMilestone,
    readonly episode: number,
    readonly number: number,
    readonly startedAt: number,
    public target: ModelTarget,
    /** When its start was written down. */
    readonly knownAt: number,
  ) {
    this.stretches = [{ from: startedAt, to: Infinity }];
  }

  get isOpen(): boolean {
    return this.answer === null && this.cancelledAt === null;
  }

  get isAnswered(): boolean {
    return this.answer !== null;
  }

  isAnsweredBy(messageId: string): boolean {
    return this.answer?.messageId === messageId;
  }

  /** Whether a message that was written then still counts for it: it may have been cancelled before that left. */
  awaits(writtenAt: number): boolean {
    return this.answer === null && (this.cancelledAt ?? Infinity) >= writtenAt;
  }

  /** What is used up by then is late for good. */
  notice(now: number): void {
    const dueAt = this.dueAt();
    if (this.cancelledAt === null && dueAt !== null && dueAt <= now) this.lateAt ??= dueAt;
    if (this.answer === null && this.lateAt !== null && this.lateAt <= now) this.breachedAt ??= this.lateAt;
  }

  wait(on: WaitingOn, at: number, resumeAt: number | null): void {
    if (!this.target.pauseOn.includes(on) || !this.counts) return;
    this.standStill(at);
    this.resumeAt = resumeAt ?? Infinity;
  }

  goOn(at: number): void {
    if (this.counts || this.isStopped || this.cancelledAt !== null) return;
    const from = Math.max(this.last.to, Math.min(this.notBefore(at), this.resumeAt));
    this.stretches.push({ from, to: Infinity });
    this.resumeAt = Infinity;
  }

  end(at: number, disposition: DispositionCode): void {
    const isResolved = disposition === 'resolved' || disposition === 'answered_by_agent';
    this.goOn(at);
    if (this.milestone !== 'verified_resolution' || !isResolved) this.cancel(at);
    else {
      this.standStill(at);
      this.isStopped = true;
    }
  }

  cancel(at: number): void {
    if (this.cancelledAt !== null) return;
    this.standStill(at);
    this.cancelledAt = this.notBefore(at);
  }

  /** `waitsFor`: what the request waits for at that moment. */
  retarget(target: ModelTarget, at: number, waitsFor: { on: WaitingOn; resumeAt: number | null } | null): void {
    this.target = target;
    if (!this.counts) this.lastDueAt = this.dueAt(this.stretches.with(-1, { from: this.last.from, to: Infinity }));
    if (waitsFor === null) return;
    if (target.pauseOn.includes(waitsFor.on)) this.wait(waitsFor.on, at, waitsFor.resumeAt);
    else this.goOn(at);
  }

  satisfy(messageId: string, at: number): void {
    // It was late before, regardless of its date.
    const end = Math.max(at, this.breachedAt ?? at);
    const counted = this.stretches.map(({ from, to }) => ({ from, to: Math.min(to, end) }));
    this.answer = { at, messageId, counted, dueAt: this.counts ? this.dueAt() : this.lastDueAt };
  }

  takeBack(): void {
    this.answer = null;
  }

  /** Whether it was there, or known to come, when a message was written. */
  isAskedBy(writtenAt: number): boolean {
    return Math.min(this.startedAt, this.knownAt) <= writtenAt;
  }

  /** Something is written down of a message now. */
  remember(messageId: string, recordedAt: number): void {
    const copy = new ModelClock(this.milestone, this.episode, this.number, this.startedAt, this.target, this.knownAt);
    copy.stretches.splice(0, 1, ...this.stretches.map((stretch) => ({ ...stretch })));
    const { breachedAt, lateAt, cancelledAt, isStopped, resumeAt, lastDueAt } = this;
    Object.assign(copy, { breachedAt, lateAt, cancelledAt, isStopped, resumeAt, lastDueAt });
    this.copies.set(`${messageId} ${recordedAt}`, copy);
  }

  /** Whether a message would have satisfied it when that was written down, now that nothing else had; then it does. */
  wasSatisfied(
    { messageId, recordedAt, writtenAt, at }: { messageId: string; recordedAt: number; writtenAt: number; at: number },
    ranTo: number,
  ): boolean {
    const then = this.copies.get(`${messageId} ${recordedAt}`)!;
    if (!then.awaits(writtenAt)) return false;
    then.breachedAt = this.breachedAt;
    then.notice(ranTo);
    then.satisfy(messageId, at);
    this.breachedAt = then.breachedAt;
    this.answer = then.answer;
    return true;
  }

  read(now: number): Reading {
    const { milestone, episode: episodeNumber, startedAt, answer, target } = this;
    const { policyId, seconds: targetSeconds } = target;
    const dueAt = this.dueAt();
    const isRunning = this.isOpen && this.counts;
    const isLate = this.breachedAt !== null || (isRunning && dueAt !== null && dueAt <= now);
    return {
      ...{ milestone, episodeNumber, policyId, targetSeconds, startedAt },
      status: this.status(now, isLate),
      dueAt: answer ? answer.dueAt : isRunning ? dueAt : this.isOpen ? null : this.lastDueAt,
      pausedAt: this.isOpen && !this.counts ? this.last.to : null,
      elapsedSeconds: Math.floor(this.elapsed(now) / 1_000),
      satisfiedAt: answer?.at ?? null,
      breachedAt: this.breachedAt ?? (isLate ? dueAt : null),
    };
  }

  /** The same as its explanation has it, which looks whether it is late: a pause may be dated ahead of that. */
  explained(now: number): Reading {
    const dueAt = this.dueAt();
    const isLate = this.isOpen && dueAt !== null && dueAt <= now;
    return { ...this.read(now), ...(isLate && { breachedAt: this.breachedAt ?? dueAt }) };
  }

  /** The working time that it has counted by then. */
  counted(now: number): Stretch[] {
    return this.countedBy(now).flatMap(({ from, to }) => this.target.working.within(from, to));
  }

  /** Moments at which it changes by itself. */
  get moments(): number[] {
    return [this.dueAt(), this.used(this.target.warnAtPercent), this.resumeAt].filter((at) => at !== null);
  }

  private status(now: number, isLate: boolean): SlaStatus {
    if (this.answer) return this.breachedAt === null ? 'met' : 'met_late';
    if (this.cancelledAt !== null) return 'cancelled';
    if (!this.counts) return 'paused';
    return isLate ? 'breaching' : (this.used(this.target.warnAtPercent) ?? Infinity) <= now ? 'imminent' : 'pending';
  }

  private get last(): Stretch {
    return this.stretches.at(-1)!;
  }

  private get counts(): boolean {
    return this.last.to === Infinity;
  }

  private notBefore(at: number): number {
    return Math.max(at, this.lateAt ?? at);
  }

  private standStill(at: number): void {
    if (!this.counts) return;
    this.lastDueAt = this.dueAt();
    this.last.to = Math.max(this.last.from, this.notBefore(at));
  }

  private elapsed(now: number): number {
    return this.countedBy(now).reduce((sum, { from, to }) => sum + this.target.working.between(from, to), 0);
  }

  /** Up to `now` where it still counts; what has been recorded ahead is counted already. */
  private countedBy(now: number): Stretch[] {
    return this.answer?.counted ?? this.stretches.map(({ from, to }) => ({ from, to: to === Infinity ? now : to }));
  }

  private dueAt(stretches = this.stretches): number | null {
    return this.used(100, stretches);
  }

  /** When so much of the target is used up; null where that is not to be foreseen. */
  private used(percent: number, stretches = this.stretches): number | null {
    const { seconds, working } = this.target;
    let left = seconds * 10 * percent;
    for (const { from, to } of stretches) {
      const worked = to === Infinity ? Infinity : working.between(from, to);
      if (left <= worked) return working.after(from, left);
      left -= worked;
    }
    return null;
  }
}
