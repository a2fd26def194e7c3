import { randomUUID } from 'node:crypto';
import { ModelConversation } from '../../property/support-conversation-model';
import { type Place, type Scene, versionOf } from './scene';
import type { Step } from './story';

const MOST_PLACES = 2;
const MOST_LIVE = 3;
const QUESTION = 'What is the weight of the moon?';
const FOR_PEOPLE = 'I want to talk to a human, please.';

/** Conversations: how they begin, what customers say in them, and what members do with them. */
export class Customers {
  constructor(private readonly scene: Scene) {}

  async begin(how: 'chat' | 'hand over' | 'mail'): Promise<boolean> {
    const { scene } = this;
    const { world, now } = scene;
    if (scene.places.length >= MOST_PLACES) return false;
    const from = `ada-${randomUUID()}@example.com`;
    const isMail = how === 'mail';
    const id = isMail
      ? (await world.mail(from, { isAutomatic: false })).conversationId!
      : ((await world.chat(from, how === 'chat' ? QUESTION : FOR_PEOPLE)).body.conversationId as string);
    const model = new ModelConversation(id, isMail ? 'email' : 'widget', scene.promises);
    if (isMail) model.mail(now, false);
    else model.chat(now, how === 'hand over');
    const place = { model, ids: [], from };
    scene.places.push(place);
    await scene.learnIds(place);
    return true;
  }

  async write(
    place: Place,
    { isAutomatic, isForPeople }: Pick<Step & { kind: 'customer' }, 'isAutomatic' | 'isForPeople'>,
  ): Promise<boolean> {
    const { world, now } = this.scene;
    const { model, from } = place;
    if (model.channel === 'widget') {
      const { status, body } = await world.chat(from, isForPeople ? FOR_PEOPLE : QUESTION, model.id);
      expect([status, body.outcome === 'human_active']).toEqual([200, model.handler === 'human']);
      if (isForPeople && model.handler === 'agent')
        expect(body.outcome).toBe(model.isBlocked ? 'no_answer' : 'handed_off');
      model.chat(now, body.outcome === 'handed_off');
    } else {
      // It would begin another conversation.
      if (model.isOver(now)) return false;
      const { outcome } = await world.mail(from, { conversationId: model.id, isAutomatic });
      expect(outcome).toBe(isAutomatic ? 'auto_reply' : 'threaded');
      model.mail(now, isAutomatic);
    }
    await this.scene.learnIds(place);
    return true;
  }

  /** A member opens a request. */
  async create({ model, ids }: Place, { priority }: Step & { kind: 'create' }): Promise<boolean> {
    if (model.live.length >= MOST_LIVE) return false;
    const body = { conversationId: model.id, priority };
    const { status, body: made } = await this.scene.world.call('POST', '/support-requests', body);
    expect(status).toBe(201);
    model.create(priority, this.scene.now);
    ids.push(made.id as string);
    return true;
  }

  async close({ model }: Place, { isStale }: Step & { kind: 'close' }): Promise<boolean> {
    const { world } = this.scene;
    const { body: shown } = await world.call('GET', `/inbox/${model.id}`);
    const expectedVersion = versionOf(shown.version as number, isStale);
    const { status, body } = await world.call('POST', `/inbox/${model.id}/close`, { expectedVersion });
    const isStored = model.status !== 'closed' && model.live.length > 0;
    const expected = isStale ? [409, 'version_conflict'] : isStored ? [409, 'live_requests_remain'] : [200, undefined];
    expect([status, body.code]).toEqual(expected);
    if (status === 200) model.close(this.scene.now);
    return true;
  }

  async reopen({ model }: Place, { isStale }: Step & { kind: 'reopen' }): Promise<boolean> {
    const { world } = this.scene;
    const { body: shown } = await world.call('GET', `/inbox/${model.id}`);
    const expectedVersion = versionOf(shown.version as number, isStale);
    const { status, body } = await world.call('POST', `/inbox/${model.id}/reopen`, { expectedVersion });
    expect([status, body.code]).toEqual(isStale ? [409, 'version_conflict'] : [200, undefined]);
    if (status === 200) model.reopen();
    return true;
  }

  /** To the agent. */
  async giveBack({ model }: Place): Promise<boolean> {
    if (model.channel === 'email') return false;
    const { status } = await this.scene.world.call('POST', `/inbox/${model.id}/give-back`);
    expect(status).toBe(200);
    model.handler = 'agent';
    return true;
  }

  async block({ model }: Place, { isBlocked }: Step & { kind: 'block' }): Promise<boolean> {
    const { world } = this.scene;
    const { body: shown } = await world.call('GET', `/inbox/${model.id}`);
    await world.block(shown.contactId as string, isBlocked);
    model.isBlocked = isBlocked;
    return true;
  }
}
