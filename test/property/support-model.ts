import type {
  DispositionCode,
  MilestoneOutcome,
  NotSatisfiedReason,
  Priority,
  SlaMilestone,
  SlaReplyType,
  TransitionKind,
  WaitingOn,
} from '../../src/support/support-request.types';
import { ModelClock, type ModelTarget, type Reading } from './support-clock-model';
import { isAlike, type Known, Ledger, RESPONSES, satisfies } from './support-ledger-model';

/** The targets of the policy that holds for a priority now. */
export type Promises = (priority: Priority) => ReadonlyMap<SlaMilestone, ModelTarget>;

/** A step of a request, with when it is said to have happened and when that was written down. */
export type Move =
  | { kind: 'activate' }
  | { kind: 'wait'; waitingOn: WaitingOn; resumeAt: number | null }
  | { kind: 'end'; disposition: DispositionCode }
  | { kind: 'reopen' };

export interface Entry {
  kind: 'open' | 'update' | TransitionKind;
  fromState: string | null;
  toState: string;
  episodeNumber: number;
  versionAfter: number;
  occurredAt: number;
  byMember: boolean;
}

const POSSIBLE: Record<string, readonly TransitionKind[]> = {
  new: ['activate', 'wait', 'end'],
  active: ['wait', 'end'],
  waiting: ['activate', 'end'],
  ended: ['reopen'],
};
const BY_REPLY: readonly SlaMilestone[] = [...RESPONSES, 'handoff_pickup', 'approval_review'];

/** A message, and what became of it. */
export interface ModelAnswer {
  messageId: string;
  type: SlaReplyType;
  outcome: MilestoneOutcome;
  writtenAt: number;
  /** When it left, or when it was known that it had not. */
  at: number;
}

/** When the customer first wrote after a message; null: they have not. */
export type WrittenAfter = (messageId: string) => number | null;

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
    this.tell('open', null, at, origin === 'member');
    const milestones: SlaMilestone[] = ['first_response', 'verified_resolution'];
    if (origin === 'hand_over') milestones.push('handoff_pickup');
    for (const milestone of milestones) this.start(milestone, at);
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
    this.tell(move.kind, before, at, byMember);
    if (move.kind === 'reopen') this.begin(at, byMember);
    else this.turn(move, at, now);
    this.notice(now);
  }

  /** What it says is changed, not where it stands. */
  update(now: number, byMember: boolean): void {
    this.version++;
    this.tell('update', this.state, now, byMember);
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
    if (this.isLive) this.catchUp(writtenAfter);
    this.notice(now);
  }

  /** What became of a reply. */
  follow(answer: ModelAnswer, now: number, writtenAfter: WrittenAfter): void {
    const { messageId, writtenAt, outcome, at } = answer;
    const before = this.ledger.of(messageId);
    if (before.length === 0 && this.endedAt !== null && this.endedAt < writtenAt) return;
    if (outcome !== 'accepted') this.takeBack(messageId, now, writtenAfter);
    const reached = this.clocks.filter(
      (clock) => BY_REPLY.includes(clock.milestone) && clock.awaits(writtenAt) && clock.startedAt <= writtenAt,
    );
    const meant: { episode: number; milestone: SlaMilestone }[] = [];
    for (const one of [...before, ...reached]) if (!meant.some((other) => isAlike(one, other))) meant.push(one);
    if (!meant.some(({ milestone }) => RESPONSES.includes(milestone))) {
      meant.push({ episode: this.episode, milestone: this.isAnswered() ? 'next_response' : 'first_response' });
    }
    for (const { episode, milestone } of meant) {
      const clock = reached.findLast((one) => isAlike(one, { episode, milestone }));
      const isLate = outcome === 'accepted' && satisfies(milestone, answer.type) ? at - 1 : now;
      this.write({ ...answer, episode, milestone, byMember: false }, clock, isLate, now, writtenAfter);
    }
  }

  /** What a member says of a message; why it satisfies nothing, or that something else was said before. */
  record(
    said: ModelAnswer & { episode: number; milestone: SlaMilestone },
    now: number,
    writtenAfter: WrittenAfter,
  ): NotSatisfiedReason | null | 'differs' {
    const { messageId, outcome, type, at } = said;
    const known = this.ledger.find(messageId, said);
    if (known?.outcome === outcome && known.type === type && (!known.byMember || known.at === at)) return known.reason;
    if (known && (known.outcome !== 'uncertain' || outcome === 'uncertain' || known.type !== type)) return 'differs';
    const clock = this.clocks.filter((one) => isAlike(one, said)).at(-1);
    return this.write({ ...said, byMember: true }, clock, Math.max(now, at) - 1, now, writtenAfter);
  }

  customerWrote(at: number, now: number): void {
    if (this.open.some(({ milestone }) => RESPONSES.includes(milestone)) || !this.isAnswered()) return;
    // Nobody looks whether the others are late.
    this.start('next_response', at)?.notice(now);
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
  private catchUp(writtenAfter: WrittenAfter): void {
    const response = this.ledger.lastResponse(this.episode);
    const due: SlaMilestone[] = ['verified_resolution'];
    if (!response && !this.isReopenedByMember) due.push('first_response');
    if (!response && this.origin === 'hand_over' && this.episode === 1) due.push('handoff_pickup');
    for (const milestone of due) {
      const newest = this.newest(milestone);
      if (!newest?.isOpen && !newest?.isAnswered) this.start(milestone, this.openedAt);
    }
    const unanswered = response ? writtenAfter(response.messageId) : null;
    const isAwaited = this.open.some(({ milestone }) => RESPONSES.includes(milestone));
    if (unanswered !== null && !isAwaited) this.start('next_response', unanswered);
  }

  private begin(at: number, byMember: boolean): void {
    this.openedAt = at;
    this.moves = [];
    this.isReopenedByMember = byMember;
    for (const clock of this.clocks) clock.cancel(at);
    this.start('verified_resolution', at);
    if (!byMember) this.start('first_response', at);
  }

  private turn(move: Exclude<Move, { kind: 'reopen' }>, at: number, now: number): void {
    this.notice(now);
    this.moves.push({ ...move, at });
    const asksForReview = move.kind === 'wait' && move.waitingOn === 'internal';
    for (const clock of this.clocks.filter(({ episode }) => episode === this.episode)) {
      if (asksForReview && clock.milestone === 'approval_review') clock.cancel(at);
      else apply(clock, move, at);
    }
    if (asksForReview) this.start('approval_review', at);
  }

  /** From then on, with what has moved the request since; a wait for colleagues does not hold its own review up. */
  private start(milestone: SlaMilestone, at: number): ModelClock | null {
    const target = this.promises(this.priority).get(milestone);
    if (!target) return null;
    const number = (this.newest(milestone)?.number ?? 0) + 1;
    const clock = new ModelClock(milestone, this.episode, number, at, target);
    if (milestone !== 'approval_review') for (const move of this.moves) apply(clock, move, move.at);
    this.clocks.push(clock);
    return clock;
  }

  /** `ranTo`: what was due by then was late. */
  private write(
    said: Omit<Known, 'reason'>,
    clock: ModelClock | undefined,
    ranTo: number,
    now: number,
    writtenAfter: WrittenAfter,
  ): NotSatisfiedReason | null {
    const { milestone, messageId, writtenAt, outcome, type, at } = said;
    const isFit = outcome === 'accepted' && satisfies(milestone, type);
    const isAwaited = clock?.awaits(writtenAt) ?? false;
    const missing = clock?.isAnswered ? 'already_satisfied' : 'no_clock';
    const reason = outcome !== 'accepted' ? 'outcome' : !isFit ? 'reply_type' : isAwaited ? null : missing;
    this.ledger.learn({ ...said, reason });
    clock?.notice(ranTo);
    if (reason === null) clock?.satisfy(messageId, at);
    clock?.notice(now);
    const later = writtenAfter(messageId);
    if (reason === null && RESPONSES.includes(milestone) && this.isLive && later !== null)
      this.customerWrote(later, now);
    return reason;
  }

  private takeBack(messageId: string, now: number, writtenAfter: WrittenAfter): void {
    for (const clock of this.clocks.filter((one) => one.isAnsweredBy(messageId))) {
      clock.takeBack();
      const other = this.ledger.firstFor(clock, messageId);
      if (other && clock.awaits(other.writtenAt)) {
        const { episode, milestone } = clock;
        this.write({ ...other, episode, milestone }, clock, other.at - 1, now, writtenAfter);
      }
      clock.notice(now);
    }
  }

  private tell(kind: Entry['kind'], fromState: string | null, occurredAt: number, byMember: boolean): void {
    const { state: toState, episode: episodeNumber, version: versionAfter } = this;
    this.history.push({ kind, fromState, toState, episodeNumber, versionAfter, occurredAt, byMember });
  }
}

function apply(clock: ModelClock, move: Move, at: number): void {
  if (move.kind === 'wait') clock.wait(move.waitingOn, at, move.resumeAt);
  else if (move.kind === 'end') clock.end(at, move.disposition);
  else clock.goOn(at);
}
