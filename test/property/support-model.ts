import type {
  DispositionCode,
  Priority,
  SlaMilestone,
  TransitionKind,
  WaitingOn,
} from '../../src/support/support-request.types';
import type { NotSatisfiedReason, SlaReplyType } from '../../src/sla/sla.types';
import { ModelClock, type Reading } from './support-clock-model';
import { isAlike, type Known, Ledger, REPEATED, RESPONSES, satisfies } from './support-ledger-model';
import {
  apply,
  type Entry,
  type ModelAnswer,
  type Move,
  type Promises,
  waiting,
  type WrittenAfter,
} from './support-moves-model';

const POSSIBLE: Record<string, readonly TransitionKind[]> = {
  new: ['activate', 'wait', 'end'],
  active: ['wait', 'end'],
  waiting: ['activate', 'end'],
  ended: ['reopen'],
};
const BY_REPLY: readonly SlaMilestone[] = [...RESPONSES, 'handoff_pickup', 'approval_review'];

/** A support request, from its history. */
export class ModelRequest {
  state = 'new';
  version = 1;
  episode = 1;
  disposition: DispositionCode | null = null;
  waits: { on: WaitingOn; resumeAt: number | null } | null = null;
  stateSince: number;
  endedAt: number | null = null;
  readonly history: Entry[] = [];
  readonly clocks: ModelClock[] = [];
  openedAt: number;
  /** What moved it in this episode. */
  private moves: (Move & { at: number })[] = [];
  private readonly ledger = new Ledger();
  private isReopenedByMember = false;

  constructor(
    private readonly promises: Promises,
    private readonly origin: 'hand_over' | 'customer' | 'member',
    public priority: Priority,
    at: number,
  ) {
    this.openedAt = this.stateSince = at;
    this.addEntry('open', null, at, origin === 'member');
    const milestones: SlaMilestone[] = ['first_response', 'verified_resolution'];
    if (origin === 'hand_over') milestones.push('handoff_pickup');
    for (const milestone of milestones) this.start(milestone, at, at);
    this.notice(at);
  }

  get isLive(): boolean {
    return this.state !== 'ended';
  }

  allows(kind: TransitionKind): boolean {
    return POSSIBLE[this.state]!.includes(kind);
  }

  move(move: Move, at: number, now: number, byMember: boolean): void {
    const before = this.state;
    this.version++;
    this.stateSince = at;
    this.waits = move.kind === 'wait' ? { on: move.waitingOn, resumeAt: move.resumeAt } : null;
    this.state = { activate: 'active', wait: 'waiting', end: 'ended', reopen: 'active' }[move.kind];
    this.endedAt = move.kind === 'end' ? at : null;
    this.disposition = move.kind === 'end' ? move.disposition : null;
    if (move.kind === 'reopen') this.episode++;
    this.addEntry(move.kind, before, at, byMember);
    if (move.kind === 'reopen') this.begin(at, now, byMember);
    else this.turn(move, at, now);
    this.notice(now);
  }

  /** What it says is changed, not where it stands. */
  update(now: number, byMember: boolean): void {
    this.version++;
    this.addEntry('update', this.state, now, byMember);
  }

  prioritize(priority: Priority, now: number, writtenAfter: WrittenAfter): void {
    this.priority = priority;
    this.update(now, true);
    const targets = this.promises(priority);
    this.notice(now);
    for (const clock of this.open) {
      const target = targets.get(clock.milestone);
      // A wait for colleagues does not hold its own review up.
      const isOwn = clock.milestone === 'approval_review' && this.waits?.on === 'internal';
      if (target) clock.retarget(target, now, isOwn ? null : this.waits);
      else clock.cancel(now);
    }
    if (this.isLive) this.catchUp(now, writtenAfter);
    this.notice(now);
  }

  /** What became of a reply. */
  follow(answer: ModelAnswer, now: number, writtenAfter: WrittenAfter): void {
    const { messageId, writtenAt, outcome, at } = answer;
    const before = this.ledger.of(messageId);
    if (before.length === 0 && this.endedAt !== null && this.endedAt < writtenAt) return;
    this.takeBack(this.clocks, messageId, now, writtenAfter);
    const reached = this.clocks.filter((clock) => {
      const isMatch = BY_REPLY.includes(clock.milestone) && clock.isAskedBy(writtenAt);
      const isChosen = !REPEATED.includes(clock.milestone) && before.some((one) => isAlike(one, clock));
      return clock.awaits(writtenAt) && (isMatch || isChosen);
    });
    const targets: { episode: number; milestone: SlaMilestone }[] = [];
    for (const one of [...before, ...reached]) if (!targets.some((other) => isAlike(one, other))) targets.push(one);
    if (!targets.some(({ milestone }) => RESPONSES.includes(milestone))) {
      targets.push({ episode: this.episode, milestone: this.isAnswered() ? 'next_response' : 'first_response' });
    }
    for (const { episode, milestone } of targets) {
      const clocks = waiting(reached.filter((one) => isAlike(one, { episode, milestone })));
      // What members have said that it was, it is.
      const type = before.find((one) => isAlike(one, { episode, milestone }))?.type ?? answer.type;
      const isLate = outcome === 'accepted' && satisfies(milestone, type) ? at - 1 : now;
      const entry = { ...answer, type, episode, milestone, byMember: false, recordedAt: now };
      this.write(entry, clocks, isLate, now, writtenAfter);
    }
  }

  /** What a member says of a message; why it satisfies nothing, or which field was said otherwise before. */
  record(
    entry: ModelAnswer & { episode: number; milestone: SlaMilestone },
    now: number,
    writtenAfter: WrittenAfter,
  ): NotSatisfiedReason | null | '/outcome' | '/observedAt' {
    const { messageId, outcome, type, writtenAt } = entry;
    const known = this.ledger.find(messageId, entry);
    const isSeen = known?.outcome === outcome && !known.byMember;
    const at = isSeen ? known.at : entry.at;
    if (known?.outcome === outcome && known.type === type) return known.at === at ? known.reason : '/observedAt';
    if (known && known.outcome !== outcome && known.outcome !== 'uncertain') return '/outcome';
    const isFit = (one: SlaReplyType): boolean => outcome === 'accepted' && satisfies(entry.milestone, one);
    const isStored = known?.outcome === outcome && isFit(known.type) && isFit(type) && known.at === at;
    const recordedAt = isStored ? known.recordedAt : now;
    const own = this.clocks.filter((one) => isAlike(one, entry));
    const satisfied = own.filter((one) => one.isAnsweredBy(messageId));
    const written = { ...entry, at, byMember: !isSeen, recordedAt };
    if (isStored && satisfied.length > 0) {
      this.ledger.learn({ ...written, reason: null });
      if (RESPONSES.includes(entry.milestone)) this.awaitNext(now, writtenAfter);
      return null;
    }
    this.takeBack(satisfied, messageId, now, writtenAfter);
    const isOnce = !REPEATED.includes(entry.milestone);
    const awaited = own.filter((one) => one.awaits(writtenAt) && (isOnce || one.isAskedBy(writtenAt)));
    const clocks = awaited.length > 0 ? waiting(awaited) : own.slice(-1).filter((one) => one.isAnswered);
    return this.write(written, clocks, Math.max(isSeen ? at : now, at) - 1, now, writtenAfter);
  }

  /** What is known of messages. */
  get known(): readonly Known[] {
    return this.ledger.all;
  }

  customerWrote(at: number, now: number): void {
    if (this.open.some(({ milestone }) => RESPONSES.includes(milestone)) || !this.isAnswered()) return;
    // The others are not checked for lateness.
    this.start('next_response', at, now)?.notice(now);
  }

  notice(now: number): void {
    for (const clock of this.clocks) clock.notice(now);
  }

  /** Of each milestone the newest clock of the episode, as it is shown. */
  shown(now: number): Reading[] {
    const newest = new Map<SlaMilestone, ModelClock>();
    for (const clock of this.clocks) if (clock.episode === this.episode) newest.set(clock.milestone, clock);
    return [...newest.values()]
      .map((clock) => clock.read(now))
      .sort((one, other) => (one.milestone < other.milestone ? -1 : 1));
  }

  private get open(): ModelClock[] {
    return this.clocks.filter(({ isOpen }) => isOpen);
  }

  private newest(milestone: SlaMilestone): ModelClock | undefined {
    return this.clocks.filter((clock) => clock.milestone === milestone && clock.episode === this.episode).at(-1);
  }

  private isAnswered(): boolean {
    return this.ledger.isAnswered(this.episode);
  }

  /** What was not promised before, or not all the time, counts as if it had been. */
  private catchUp(now: number, writtenAfter: WrittenAfter): void {
    const response = this.ledger.lastResponse(this.episode);
    const due: SlaMilestone[] = ['verified_resolution'];
    if (!response && !this.isReopenedByMember) due.push('first_response');
    if (!response && this.origin === 'hand_over' && this.episode === 1) due.push('handoff_pickup');
    for (const milestone of due) {
      const newest = this.newest(milestone);
      if (!newest?.isOpen && !newest?.isAnswered) this.start(milestone, this.openedAt, now);
    }
    const unanswered = response ? writtenAfter(response.messageId) : null;
    const isAwaited = this.open.some(({ milestone }) => RESPONSES.includes(milestone));
    if (unanswered !== null && !isAwaited) this.start('next_response', unanswered, now);
  }

  private begin(at: number, now: number, byMember: boolean): void {
    this.openedAt = at;
    this.moves = [];
    this.isReopenedByMember = byMember;
    for (const clock of this.clocks) clock.cancel(at);
    this.start('verified_resolution', at, now);
    if (!byMember) this.start('first_response', at, now);
  }

  private turn(move: Exclude<Move, { kind: 'reopen' }>, at: number, now: number): void {
    this.notice(now);
    this.moves.push({ ...move, at });
    const asksForReview = move.kind === 'wait' && move.waitingOn === 'internal';
    for (const clock of this.clocks.filter(({ episode }) => episode === this.episode)) {
      if (asksForReview && clock.milestone === 'approval_review') clock.cancel(at);
      else apply(clock, move, at);
    }
    if (asksForReview) this.start('approval_review', at, now);
  }

  /** From then on, with what has moved the request since; a wait for colleagues does not hold its own review up. */
  private start(milestone: SlaMilestone, at: number, now: number): ModelClock | null {
    const target = this.promises(this.priority).get(milestone);
    if (!target) return null;
    const number = (this.newest(milestone)?.number ?? 0) + 1;
    const clock = new ModelClock(milestone, this.episode, number, at, target, now);
    if (milestone !== 'approval_review') for (const move of this.moves) apply(clock, move, move.at);
    this.clocks.push(clock);
    return clock;
  }

  /** `ranTo`: what was due by then was late. */
  private write(
    entry: Omit<Known, 'reason'>,
    clocks: readonly ModelClock[],
    ranTo: number,
    now: number,
    writtenAfter: WrittenAfter,
  ): NotSatisfiedReason | null {
    const { milestone, messageId, writtenAt, outcome, type, at, recordedAt } = entry;
    const isFit = outcome === 'accepted' && satisfies(milestone, type);
    const awaited = isFit ? clocks.filter((clock) => clock.awaits(writtenAt)) : [];
    const missing = clocks.at(-1)?.isAnswered ? 'already_satisfied' : 'no_clock';
    const reason = outcome !== 'accepted' ? 'outcome' : !isFit ? 'reply_type' : awaited.length > 0 ? null : missing;
    this.ledger.learn({ ...entry, reason });
    if (recordedAt === now) for (const clock of this.clocks) clock.remember(messageId, now);
    for (const clock of clocks) {
      clock.notice(ranTo);
      if (awaited.includes(clock)) clock.satisfy(messageId, at);
      clock.notice(now);
    }
    if (reason === null && RESPONSES.includes(milestone)) this.awaitNext(now, writtenAfter);
    return reason;
  }

  /** The customer's messages since the last answer. */
  private awaitNext(now: number, writtenAfter: WrittenAfter): void {
    const last = this.ledger.lastResponse(this.episode);
    const unanswered = last ? writtenAfter(last.messageId) : null;
    if (this.isLive && unanswered !== null) this.customerWrote(unanswered, now);
  }

  /** Of these clocks: as if the message had never been. */
  private takeBack(clocks: readonly ModelClock[], messageId: string, now: number, writtenAfter: WrittenAfter): void {
    for (const clock of clocks.filter((one) => one.isAnsweredBy(messageId))) {
      clock.takeBack();
      const { episode, milestone } = clock;
      for (const other of this.ledger.listFor(clock, messageId)) {
        if (!clock.wasSatisfied(other, (other.byMember ? Math.max(other.recordedAt, other.at) : other.at) - 1))
          continue;
        this.ledger.learn({ ...other, episode, milestone, reason: null });
        if (RESPONSES.includes(milestone)) this.awaitNext(now, writtenAfter);
        break;
      }
      clock.notice(now);
    }
  }

  private addEntry(kind: Entry['kind'], fromState: string | null, occurredAt: number, byMember: boolean): void {
    const { state: toState, episode: episodeNumber, version: versionAfter } = this;
    this.history.push({ kind, fromState, toState, episodeNumber, versionAfter, occurredAt, byMember });
  }
}
