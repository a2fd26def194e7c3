import type { Customers } from './customers';
import { type Scene, versionOf } from './scene';
import type { Step } from './story';
import { UNDO_SECONDS } from './world';

type Action = 'undo' | 'retry' | 'settle';

/** What members write to customers, and what becomes of it. */
export class Replies {
  constructor(
    private readonly scene: Scene,
    private readonly customers: Customers,
  ) {}

  async write(step: Step & { kind: 'reply' }): Promise<boolean> {
    const { scene } = this;
    if (scene.isFull) return false;
    const place = scene.places[step.place % scene.places.length]!;
    const { model } = place;
    const channel = model.channel === 'email' ? 'email' : step.channel;
    const body = { content: 'It weighs 7.3e22 kg.', channel, replyType: step.type };
    const { status, body: made } = await scene.world.call('POST', `/inbox/${model.id}/messages`, body);
    expect(status).toBe(201);
    const dueAt = scene.now + UNDO_SECONDS * 1_000;
    model.reply({ id: made.id, channel, type: step.type, dueAt }, scene.now);
    if (step.isCrossed) {
      await scene.goTo(scene.now + 1_000);
      await this.customers.write(place, { isAutomatic: false, isForPeople: false });
    }
    if (step.leaves === null) return true;
    await scene.goTo(dueAt + step.leaves);
    await scene.dispatch(step.ending);
    return true;
  }

  async act({ of, isSent, isStale }: Step & { kind: 'act' }): Promise<boolean> {
    const { scene } = this;
    const found = scene.replyAt(of, ({ status }) => status in ACTIONS);
    if (!found) return false;
    const { place, reply } = found;
    const action = ACTIONS[reply.status as keyof typeof ACTIONS];
    if (action === 'retry' && scene.isFull) return false;
    const body = {
      expectedVersion: versionOf(reply.version, isStale),
      ...(action === 'settle' && { outcome: isSent ? 'sent' : 'failed', reason: 'She called.' }),
    };
    const { status, body: answer } = await scene.world.call(
      'POST',
      `/inbox/${place.model.id}/messages/${reply.id}/${action}`,
      body,
    );
    expect([status, answer.code]).toEqual(this.expected(action, isStale, reply.dueAt));
    if (status !== 200) return true;
    if (action === 'undo') place.model.undo(reply, scene.now);
    else if (action === 'retry') place.model.retry(reply, scene.now);
    else place.model.settle(reply, isSent ? 'sent' : 'failed', scene.now);
    scene.count(`reply ${action}`);
    return true;
  }

  async bounce(of: number): Promise<boolean> {
    const { scene } = this;
    const found = scene.replyAt(of, ({ status, channel }) => channel === 'email' && LEFT.includes(status));
    if (!found) return false;
    await scene.world.desk.bounce(found.reply.id);
    found.place.model.bounce(found.reply, scene.now);
    await scene.learnIds(found.place);
    return true;
  }

  private expected(action: Action, isStale: boolean, dueAt: number): [number, string | undefined] {
    if (isStale) return [409, 'version_conflict'];
    return action === 'undo' && this.scene.now >= dueAt ? [409, 'undo_window_closed'] : [200, undefined];
  }
}

const ACTIONS = { queued: 'undo', failed: 'retry', uncertain: 'settle' } as const;
const LEFT: readonly string[] = ['sent', 'uncertain'];
