import type { ModelConversation } from '../../property/support-conversation-model';
import type { ModelClock } from '../../property/support-clock-model';
import type { ModelRequest } from '../../property/support-model';
import { readingOf, timeOf } from '../../property/support-readings';
import type { PromisedTarget } from '../../property/support-policy-model';
import type { World } from './world';

// oxlint-disable-next-line typescript/no-explicit-any -- records as the API answers them
type Json = any;

/** What a request shows. */
function shownOf(request: Json): unknown {
  const { state, priority, episodeNumber, waitingOn, version, disposition } = request;
  return {
    ...{ state, priority, episodeNumber, waitingOn, version },
    resumeAt: timeOf(request.resumeAt),
    disposition: disposition && { code: disposition.code, at: timeOf(disposition.at) },
    openedAt: timeOf(request.openedAt),
    stateSince: timeOf(request.stateSince),
    endedAt: timeOf(request.endedAt),
    sla: request.sla.map(readingOf),
  };
}

function expectedOf(request: ModelRequest, now: number): unknown {
  const { state, priority, episode, waits, version, disposition, openedAt, stateSince, endedAt } = request;
  return {
    ...{ state, priority, episodeNumber: episode, waitingOn: waits?.on ?? null, version },
    resumeAt: waits?.resumeAt ?? null,
    disposition: disposition && { code: disposition, at: endedAt },
    ...{ openedAt, stateSince, endedAt },
    sla: request.shown(now),
  };
}

/** Compares what the API answers with what the model says. */
export class Check {
  clocks = 0;
  explanations = 0;
  readonly statuses = new Map<string, number>();

  constructor(private readonly world: World) {}

  /** A conversation and its requests, which the API knows by these ids. */
  async conversation(model: ModelConversation, ids: readonly string[]): Promise<void> {
    const { now } = this.world.clock;
    const [{ body: shown }, { body: live }] = await Promise.all([
      this.world.call('GET', `/inbox/${model.id}`),
      this.world.call('GET', `/inbox/${model.id}/support-requests/live`),
    ]);
    const { status, handler, liveSupportRequestCount } = shown;
    expect({ status, handler, liveSupportRequestCount }).toEqual({
      status: model.status,
      handler: model.handler,
      liveSupportRequestCount: model.live.length,
    });
    expect(live.canClose).toBe(model.live.length === 0);
    const liveIds = ids.filter((_, index) => model.requests[index]!.isLive);
    expect(live.supportRequests.map(({ id }: Json) => id)).toEqual(liveIds);
    for (const [index, request] of model.requests.entries()) {
      const id = ids[index]!;
      const found = live.supportRequests.find((one: Json) => one.id === id);
      const answer = found ?? (await this.world.call('GET', `/support-requests/${id}`)).body;
      expect(shownOf(answer)).toEqual(expectedOf(request, now));
      for (const clock of answer.sla) {
        this.clocks++;
        this.statuses.set(clock.status, (this.statuses.get(clock.status) ?? 0) + 1);
      }
    }
  }

  async history(id: string, request: ModelRequest): Promise<void> {
    const { body } = await this.world.call('GET', `/support-requests/${id}/history?limit=100`);
    const entries = body.entries.map((entry: Json) => ({
      ...{ kind: entry.kind, fromState: entry.fromState, toState: entry.toState },
      ...{ episodeNumber: entry.episodeNumber, versionAfter: entry.versionAfter },
      occurredAt: timeOf(entry.occurredAt),
      byMember: entry.actorMemberId !== null,
    }));
    expect(entries).toEqual(request.history);
  }

  /** What the figures of a clock follow from, and that they do. */
  async explanation(id: string, clock: ModelClock): Promise<void> {
    const { now } = this.world.clock;
    this.explanations++;
    const { milestone, episode: episodeNumber, number } = clock;
    const explained = await this.world.desk.explained(id, { milestone, episodeNumber, number });
    expect(readingOf(explained.clock)).toEqual(clock.explained(now));
    const { policyId, policyVersion, seconds, warnAtPercent, pauseOn, calendar } = clock.target as PromisedTarget;
    expect({ ...explained.policy, pauseOn: [...explained.policy.pauseOn].sort() }).toEqual({
      ...{ id: policyId, version: policyVersion, targetSeconds: seconds, warnAtPercent, calendar },
      pauseOn: [...pauseOn].sort(),
    });
    let worked = 0;
    for (const { from, to, seconds: counted } of explained.intervals) {
      const before = Math.floor(worked / 1_000);
      worked += Date.parse(to) - Date.parse(from);
      expect(counted).toBe(Math.floor(worked / 1_000) - before);
    }
    expect(explained.elapsedSeconds).toBe(Math.floor(worked / 1_000));
    expect(explained.elapsedSeconds).toBe(explained.clock.elapsedSeconds);
    const intervals = explained.intervals.map(({ from, to }: Json) => ({ from: Date.parse(from), to: Date.parse(to) }));
    expect(united(intervals)).toEqual(united(clock.counted(now)));
  }
}

interface Interval {
  from: number;
  to: number;
}

/** Those that touch each other as one. */
function united(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { from, to } of intervals) {
    const last = all.at(-1);
    if (last?.to === from) last.to = to;
    else if (from < to) all.push({ from, to });
  }
  return all;
}
