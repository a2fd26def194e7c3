import { Injectable } from '@nestjs/common';
import { SlaBreached, SlaImminent, SlaMet, SlaReopened } from './sla-events';
import { DomainEvents } from '../../common/events/domain-events';
import { newId } from '../../common/database/uuid';
import { pauseOnOf } from '../policies/pause-on';
import { SlaPoliciesService } from '../policies/sla-policies.service';
import { RequestSnapshotsService } from '../../support/request-snapshots.service';
import type { RequestSnapshot } from '../../support/support-events';
import type { SlaMilestone } from '../../support/support-request.types';
import { type CalendarTarget, Clock } from '../engine/clock';
import type { ClockAnswer, ClockEvent, ClockTransition, DueMilestone } from '../engine/clock.types';
import { REPEATED, RESPONSES } from '../engine/milestone-rules';
import { SlaClocksRepository } from './sla-clocks.repository';

/**
 * The clocks of support requests, as what happens to a request moves them. Every method joins the caller's transaction, and
 * the caller holds the lock of the conversation. `now`, in milliseconds since the epoch, is the database's.
 */
@Injectable()
export class SlaClocksService {
  constructor(
    private readonly clocks: SlaClocksRepository,
    private readonly policies: SlaPoliciesService,
    private readonly requests: RequestSnapshotsService,
    private readonly events: DomainEvents,
  ) {}

  /**
   * A request was opened, or reopened: an episode begins. A member who reopens a request has not been written to, so there
   * is nothing to respond to first.
   */
  async open(request: RequestSnapshot, { byMember }: { byMember: boolean }, now: number): Promise<void> {
    const { workspaceId, supportRequestId, origin, episodeNumber } = request;
    const openedAt = Date.parse(request.openedAt);
    const isAgain = episodeNumber > 1;
    const earlier = isAgain ? await this.clocks.listOpen(workspaceId, [supportRequestId]) : [];
    for (const clock of earlier) clock.add({ kind: 'cancelled', at: openedAt });
    const milestones: SlaMilestone[] = ['verified_resolution'];
    if (!isAgain || !byMember) milestones.push('first_response');
    if (!isAgain && origin === 'hand_over') milestones.push('handoff_pickup');
    await this.save([...earlier, ...(await this.started(request, milestones, openedAt, now))], now);
  }

  /** A request has changed its state, which made it this version. */
  async move(request: RequestSnapshot, transition: ClockTransition, at: number, now: number): Promise<void> {
    const { workspaceId, supportRequestId, version } = request;
    const open = await this.clocks.listOpen(workspaceId, [supportRequestId]);
    for (const clock of open) {
      // What was late before stays so.
      clock.advance(now);
      clock.add({ ...transition, at, version });
    }
    const isReview = transition.kind === 'waiting' && transition.waitingOn === 'internal';
    const started = isReview ? await this.started(request, ['approval_review'], at, now) : [];
    await this.save([...open, ...started], now);
  }

  /**
   * A customer has written since people answered, and that has no answer yet. It may be known late, so that the request
   * has waited meanwhile: `since` are the transitions since the episode began.
   */
  async startNextResponse(
    request: RequestSnapshot,
    { writtenAt, since }: { writtenAt: number; since: readonly ClockEvent[] },
    now: number,
  ): Promise<void> {
    await this.save(await this.started(request, ['next_response'], writtenAt, now, since), now);
  }

  /**
   * Another priority may have another policy: what runs, runs against that one from its start. What is `due` and does not run,
   * because the policy before had no target for it, begins now as of then, with the transitions `since` the episode began.
   */
  async retarget(
    request: RequestSnapshot,
    { due, since }: { due: readonly DueMilestone[]; since: readonly ClockEvent[] },
    now: number,
  ): Promise<void> {
    const open = await this.clocks.listOpen(request.workspaceId, [request.supportRequestId]);
    const targets = await this.targetsFor(request);
    for (const clock of open) {
      clock.advance(now);
      const target = targets.get(clock.milestone);
      if (target) clock.retarget(target, now);
      else clock.add({ kind: 'cancelled', at: now });
    }
    const begun: Clock[] = [];
    for (const { milestone, since: at } of due) {
      if (!(await this.isMissing(request, milestone, open))) continue;
      begun.push(...(await this.started(request, [milestone], at, now, since)));
    }
    await this.save([...open, ...begun], now);
  }

  /** Those of some requests that can still change. */
  listOpen(workspaceId: string, requestIds: readonly string[]): Promise<Clock[]> {
    return this.clocks.listOpen(workspaceId, requestIds);
  }

  /** The same with those that ended with their request since a message was written. */
  listAnswerable(workspaceId: string, requestIds: readonly string[], writtenAt: Date): Promise<Clock[]> {
    return this.clocks.listAnswerable(workspaceId, requestIds, writtenAt);
  }

  listSatisfiedBy(workspaceId: string, requestId: string, messageId: string): Promise<Clock[]> {
    return this.clocks.listSatisfiedBy(workspaceId, requestId, messageId);
  }

  /** The newest of an episode, or the one with this number. */
  find(
    request: Pick<RequestSnapshot, 'workspaceId' | 'supportRequestId'>,
    which: { episodeNumber: number; milestone: SlaMilestone; number?: number },
  ): Promise<Clock | null> {
    return this.clocks.find(request, which);
  }

  /** An answer to a milestone, whether it satisfies it or not. `ranTo`: what was due by then was late. */
  async answer(clock: Clock, answer: ClockAnswer, at: number, ranTo: number, now: number): Promise<void> {
    // An answer in the last millisecond is in time.
    clock.advance(Math.max(ranTo, at) - 1);
    clock.add({ kind: 'answered', at, ...answer });
    await this.save([clock], now);
  }

  /**
   * The message that satisfied a clock has come back. What has happened since follows by {@link applyEvents} and {@link answer} in
   * the order in which it was recorded, and then {@link save}.
   */
  revokeAnswer(clock: Clock, messageId: string, now: number): void {
    clock.add({ kind: 'taken_back', at: now, messageId });
  }

  /** Adds changes of the request that a clock does not have yet. What was late before stays so. */
  applyEvents(clock: Clock, events: readonly ClockEvent[], recordedAt: number): void {
    if (events.length > 0) clock.advance(recordedAt);
    clock.add(...events);
  }

  /** What is due has no clock. What runs is known, and what is satisfied was given; of responses, others come after that. */
  private async isMissing(request: RequestSnapshot, milestone: SlaMilestone, open: readonly Clock[]): Promise<boolean> {
    if (milestone === 'next_response')
      return !open.some((clock) => clock.isOpen && RESPONSES.includes(clock.milestone));
    if (open.some((clock) => clock.milestone === milestone)) return false;
    const last = await this.clocks.find(request, { episodeNumber: request.episodeNumber, milestone });
    return last === null || !last.timeline.isSatisfied;
  }

  /** `since`: the transitions since the episode began; left out where it begins now. */
  private async started(
    request: RequestSnapshot,
    milestones: readonly SlaMilestone[],
    at: number,
    now: number,
    since?: readonly ClockEvent[],
  ): Promise<Clock[]> {
    if (milestones.length === 0) return [];
    const targets = await this.targetsFor(request);
    const clocks: Clock[] = [];
    for (const milestone of milestones) {
      const target = targets.get(milestone);
      if (!target) continue;
      const isAgain = since !== undefined || REPEATED.includes(milestone);
      const clock = Clock.start(await this.keyOf(request, milestone, isAgain), at, request.version, target, now);
      // A wait for colleagues is what their review answers, and holds no review up.
      if (milestone !== 'approval_review') clock.add(...heldUp(since ?? [], at));
      clocks.push(clock);
    }
    return clocks;
  }

  /** By the policy that matches now. */
  private async targetsFor(request: RequestSnapshot): Promise<ReadonlyMap<SlaMilestone, CalendarTarget>> {
    const { workspaceId, agentId, priority } = request;
    const policy = await this.policies.match(workspaceId, { agentId, priority });
    if (!policy) return new Map();
    const { id: policyId, version: policyVersion, name: policyName, calendar } = policy;
    const targets = policy.targets.map((target) => {
      const { milestone, seconds: targetSeconds, warnAtPercent } = target;
      const pauseOn = pauseOnOf(policy, target);
      const of = { policyId, policyVersion, policyName, calendar };
      return { milestone, target: { ...of, targetSeconds, warnAtPercent, pauseOn } };
    });
    await this.clocks.insertSnapshots(
      workspaceId,
      targets.map(({ target }) => target),
    );
    return new Map(targets.map(({ milestone, target }) => [milestone, target]));
  }

  /** `isAgain`: the episode may have had clocks of the milestone before. */
  private async keyOf(request: RequestSnapshot, milestone: SlaMilestone, isAgain: boolean): Promise<Clock['key']> {
    const { workspaceId, supportRequestId, conversationId, agentId, episodeNumber } = request;
    const last = isAgain ? await this.clocks.find(request, { episodeNumber, milestone }) : null;
    const number = (last?.key.number ?? 0) + 1;
    return { workspaceId, supportRequestId, id: newId(), conversationId, agentId, episodeNumber, milestone, number };
  }

  /** Advances clocks to `now`, saves them, and publishes what has come to pass. */
  async save(clocks: readonly Clock[], now: number): Promise<void> {
    for (const clock of clocks) clock.advance(now);
    const alerts = clocks.flatMap(({ key, added }) =>
      added.flatMap(({ kind, at }) => {
        if (kind !== 'warned' && kind !== 'breached') return [];
        const { workspaceId, supportRequestId, id: clockId } = key;
        const alert = kind === 'warned' ? ('warning' as const) : ('breach' as const);
        return [{ workspaceId, supportRequestId, clockId, kind: alert, at: new Date(at) }];
      }),
    );
    if (clocks.length === 0) return;
    const turned = clocks.filter((clock) => clock.wasSatisfied !== clock.timeline.isSatisfied);
    await this.clocks.save(clocks, now);
    await this.requests.updateDue(clocks.map(({ key }) => key));
    for (const clock of turned) this.events.publish(turnedEvent(clock, now));
    if (alerts.length === 0) return;
    const byId = new Map(clocks.map((clock) => [clock.key.id, clock]));
    for (const { clockId, kind } of await this.clocks.insertAlerts(alerts)) {
      const clock = byId.get(clockId);
      if (!clock) continue;
      const facts = clockFacts(clock, now);
      this.events.publish(kind === 'warning' ? new SlaImminent(facts) : new SlaBreached(facts));
    }
  }
}

/** A clock that is satisfied now, or is so no longer. */
function turnedEvent(clock: Clock, now: number): SlaMet | SlaReopened {
  const { satisfied, breachedAt } = clock.timeline.figures(now);
  const facts = { ...clockFacts(clock, now), late: breachedAt !== null, satisfiedAt: iso(satisfied?.at ?? null) };
  return satisfied ? new SlaMet(facts) : new SlaReopened(facts);
}

function clockFacts({ key, timeline }: Clock, now: number): SlaImminent['data'] {
  const { workspaceId, agentId, conversationId, supportRequestId, id: clockId, milestone, episodeNumber } = key;
  const { target, dueAt } = timeline.figures(now);
  return {
    ...{ workspaceId, agentId, conversationId, supportRequestId, clockId, milestone, episodeNumber },
    policyId: target.policyId,
    dueAt: iso(dueAt),
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Of transitions, those that concern a clock from its start on: what the request waited for then, and all that came later. */
function heldUp(transitions: readonly ClockEvent[], startedAt: number): ClockEvent[] {
  const before = transitions.findLast(({ at }) => at <= startedAt);
  const later = transitions.filter(({ at }) => at > startedAt);
  return before?.kind === 'waiting' ? [{ ...before, at: startedAt }, ...later] : later;
}
