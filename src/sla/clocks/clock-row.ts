import { type Clock, ZONES } from '../engine/clock';
import type { SlaClock } from './sla-clock.entity';

/** The row of a clock at `now`, in milliseconds since the epoch. */
export function rowOf(clock: Clock, now: number): SlaClock {
  const { target, status, elapsedBefore, satisfied, ...at } = clock.timeline.figures(now);
  return {
    ...clock.key,
    policyId: target.policyId,
    policyVersion: target.policyVersion,
    targetSeconds: target.targetSeconds,
    status,
    startedAt: new Date(at.startedAt),
    runningSince: dateOf(at.runningSince),
    elapsedMs: elapsedBefore,
    warnAt: dateOf(at.warnAt),
    dueAt: dateOf(at.dueAt),
    pausedAt: dateOf(at.pausedAt),
    satisfiedAt: dateOf(satisfied?.at ?? null),
    satisfiedByMessageId: satisfied?.messageId ?? null,
    satisfiedByMemberId: satisfied?.memberId ?? null,
    breachedAt: dateOf(at.breachedAt),
    finishedAt: dateOf(at.finishedAt),
    lookAt: dateOf(at.lookAt),
    zones: ZONES,
  };
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}
