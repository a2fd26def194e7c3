import { randomUUID } from 'node:crypto';
import type { Move } from '../../property/support-moves-model';
import { type Scene, versionOf } from './scene';
import type { Dated, Step } from './story';

const MINUTE = 60_000;

/** What members do with requests. */
export class Transitions {
  constructor(private readonly scene: Scene) {}

  async move(step: Step & { kind: 'move' }): Promise<boolean> {
    const { scene } = this;
    const found = scene.requestAt(step.of);
    if (!found) return false;
    const { id, place, request } = found;
    const { now } = scene;
    place.model.comeBy(request, now);
    const at = dateOf(step.dated, request.stateSince, now);
    const resumeAt = step.resumeIn === null ? null : at + step.resumeIn;
    const body = {
      expectedVersion: versionOf(request.version, step.isStale),
      idempotencyKey: randomUUID(),
      reason: 'Because.',
      occurredAt: textOf(at),
      transition: {
        kind: step.move,
        ...(step.move === 'wait' && resumeAt !== null && { resumeAt: textOf(resumeAt) }),
        ...(step.move === 'wait' && !step.isBare && { waitingOn: step.on }),
        ...(step.move === 'end' && !step.isBare && { disposition: step.disposition }),
      },
    };
    const send = () => scene.world.call('POST', `/support-requests/${id}/transitions`, body);
    const answer = await send();
    const expected = this.expected(step, at, request.stateSince, request.allows(step.move));
    expect([answer.status, answer.body.code]).toEqual(expected);
    if (answer.body.code === 'version_conflict') expect(answer.body.details[0].currentVersion).toBe(request.version);
    if (answer.status !== 200) {
      await scene.notice();
      return true;
    }
    place.model.move(request, moveOf(step, resumeAt), at, now);
    expect(answer.body.transition).toMatchObject({
      ...{ kind: step.move, toState: request.state, versionAfter: request.version },
      ...{ occurredAt: textOf(at), recordedAt: textOf(now) },
    });
    if (step.isTwice) {
      const again = await send();
      expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, answer.text, 'true']);
      // The next access resumes a request whose backdated waiting time is over already.
      place.model.comeBy(request, now);
    }
    return true;
  }

  async prioritize({ of, priority, isStale }: Step & { kind: 'prioritize' }): Promise<boolean> {
    const { scene } = this;
    const found = scene.requestAt(of);
    if (!found) return false;
    const { id, request, place } = found;
    place.model.comeBy(request, scene.now);
    const expectedVersion = versionOf(request.version, isStale);
    const { status, body } = await scene.world.call('PATCH', `/support-requests/${id}`, { priority, expectedVersion });
    expect([status, body.code]).toEqual(isStale ? [409, 'version_conflict'] : [200, undefined]);
    if (status !== 200) await scene.notice();
    else if (priority !== request.priority) place.model.prioritize(request, priority, scene.now);
    return true;
  }

  async lose({ of }: Step & { kind: 'lose' }): Promise<boolean> {
    const { world, now } = this.scene;
    const found = this.scene.requestAt(of);
    if (!found) return false;
    const { id, request, place } = found;
    place.model.comeBy(request, now);
    const change = { assigneeMemberId: world.colleague, expectedVersion: request.version };
    expect((await world.call('PATCH', `/support-requests/${id}`, change)).status).toBe(200);
    request.update(now, true);
    await world.restrictColleague([]);
    request.update(now, false);
    await world.restrictColleague(null);
    return true;
  }

  private expected(
    { move, dated, isStale, isBare }: Step & { kind: 'move' },
    at: number,
    stateSince: number,
    isAllowed: boolean,
  ): [number, string | undefined] {
    if (isBare && (move === 'wait' || move === 'end')) return [400, 'validation_failed'];
    if (dated === 'too far ahead') return [400, 'validation_failed'];
    if (isStale) return [409, 'version_conflict'];
    if (at < stateSince) return [400, 'validation_failed'];
    return isAllowed ? [200, undefined] : [409, 'invalid_transition'];
  }
}

/** When something happened that was not before `since`, but where it is too early. */
export function dateOf(dated: Dated, since: number, now: number): number {
  switch (dated) {
    case 'now':
      return Math.max(since, now);
    case 'earlier':
      return since + Math.floor(Math.max(0, now - since) / 2);
    case 'at the last':
      return since;
    case 'ahead':
      return Math.max(since, now + 3 * MINUTE);
    case 'too early':
      return since - 1;
    case 'too far ahead':
      return now + 5 * MINUTE + 1;
  }
}

export function textOf(at: number): string {
  return new Date(at).toISOString();
}

function moveOf({ move, on, disposition }: Step & { kind: 'move' }, resumeAt: number | null): Move {
  switch (move) {
    case 'wait':
      return { kind: move, waitingOn: on, resumeAt };
    case 'end':
      return { kind: move, disposition };
    default:
      return { kind: move };
  }
}
