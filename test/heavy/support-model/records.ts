import type { Found, Place, Scene } from './scene';
import type { Step } from './story';
import { dateOf, textOf } from './transitions';

/** What members say of messages. */
export class Records {
  constructor(private readonly scene: Scene) {}

  async note({ model }: Place): Promise<boolean> {
    const { now, world } = this.scene;
    const { status, body } = await world.call('POST', `/inbox/${model.id}/notes`, { content: 'Go ahead.' });
    expect(status).toBe(201);
    model.notes.push({ id: body.id as string, writtenAt: now });
    return true;
  }

  /** The outcome of a reply in any state, or of a note. */
  async record(step: Step & { kind: 'record' }): Promise<boolean> {
    const { now, world } = this.scene;
    const found = this.scene.requestAt(step.of);
    if (!found) return false;
    const { id, request, place } = found;
    if (step.isCustomers) return this.recordOfCustomer(found, step);
    const messages = [...place.model.replies, ...place.model.notes];
    const known = step.isCorrection ? request.known[step.message % request.known.length] : undefined;
    const messageId = known?.messageId ?? messages[step.message % messages.length]?.id;
    const message = messages.find((one) => one.id === messageId);
    if (!message) return false;
    const { milestone, outcome, episode } = known ?? { ...step, episode: request.episode };
    const type = 'status' in message ? step.type : 'internal_note';
    const createdAt = request.history[0]!.occurredAt;
    const clock = request.clocks.filter((one) => one.milestone === milestone && one.episode === episode).at(-1);
    const since = Math.max(createdAt, message.writtenAt, clock?.startedAt ?? 0);
    const at = step.dated === 'too early' ? createdAt - 1 : dateOf(step.dated, since, now);
    const body = {
      ...{ episodeNumber: episode, messageId, milestone, outcome },
      ...{ replyType: type, observedAt: textOf(at) },
    };
    place.model.comeBy(request, now);
    const send = () => world.call('POST', `/support-requests/${id}/sla/milestones`, body);
    const answer = await send();
    if (step.dated === 'too early' || at > now + 5 * 60_000) {
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      await this.scene.notice();
      return true;
    }
    const entry = { episode, milestone, messageId: message.id, outcome, type, at };
    const reason = request.record({ ...entry, writtenAt: message.writtenAt }, now, (of) =>
      place.model.writtenAfter(of),
    );
    if (reason === '/outcome' || reason === '/observedAt') {
      expect([answer.status, answer.body.code, answer.body.details[0].path]).toEqual([
        409,
        'invalid_transition',
        reason,
      ]);
      await this.scene.notice();
      return true;
    }
    expect([answer.status, answer.body.milestone?.satisfied, answer.body.milestone?.notSatisfiedReason]).toEqual([
      ...[200, reason === null, reason],
    ]);
    if (known)
      this.scene.count(
        `corrected ${known.outcome} of a reply ${'status' in message ? String(message.status) : 'note'}`,
      );
    if (step.isTwice) expect((await send()).body.milestone).toEqual(answer.body.milestone);
    return true;
  }

  /** What the customer wrote answers nothing. */
  private async recordOfCustomer(
    { id, request, place }: Found,
    { milestone, outcome, type: replyType }: Step & { kind: 'record' },
  ): Promise<boolean> {
    const { now, world } = this.scene;
    const { body: shown } = await world.call('GET', `/inbox/${place.model.id}/messages`);
    const { id: messageId } = shown.messages.findLast(({ role }: { role: string }) => role === 'customer');
    const input = { episodeNumber: request.episode, messageId, milestone, outcome, replyType, observedAt: textOf(now) };
    const { status, body } = await world.call('POST', `/support-requests/${id}/sla/milestones`, input);
    expect([status, body.code]).toEqual([400, 'association_invalid']);
    return true;
  }
}
