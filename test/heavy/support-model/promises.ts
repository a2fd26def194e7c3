import { CALENDARS, ModelPolicies, type ModelPolicy, type PolicyContent } from '../../property/support-policy-model';
import type { PolicyDraft, PolicyEdit } from './story';
import type { World } from './world';

const MOST_POLICIES = 4;

/** What the workspace of a story promises, in the API and in the model. */
export class PromisesOfStory {
  readonly model = new ModelPolicies();
  private names = 0;

  constructor(private readonly world: World) {}

  async add(draft: PolicyDraft, place: number): Promise<void> {
    const content = this.contentOf(draft);
    const position = 1 + (place % (this.model.list.length + 1));
    const body = { name: `Policy ${++this.names}`, position, ...content };
    const { status, body: made } = await this.world.policies('POST', '', body);
    expect(status).toBe(201);
    this.model.insert({ ...content, id: made.id, version: 1 }, position);
    await this.check();
  }

  async edit(of: number, edit: PolicyEdit, draft: PolicyDraft, place: number): Promise<boolean> {
    const policy = this.model.list[of % this.model.list.length];
    if (edit === 'add' || !policy) {
      if (this.model.list.length >= MOST_POLICIES) return false;
      await this.add(draft, place);
      return true;
    }
    if (edit === 'remove') {
      expect((await this.world.policies('DELETE', `/${policy.id}`)).status).toBe(200);
      this.model.remove(policy);
    } else if (edit === 'move') {
      const position = 1 + (place % this.model.list.length);
      const isMoved = this.model.list.indexOf(policy) !== position - 1;
      await this.patch(policy, { position });
      if (isMoved) policy.version++;
      this.model.move(policy, position);
    } else {
      const content = this.contentOf(draft);
      const change: Partial<PolicyContent> = {
        targets: { targets: content.targets },
        calendar: { calendar: content.calendar },
        pauses: { pauseOn: content.pauseOn },
        match: { match: content.match },
        switch: { enabled: !policy.enabled },
      }[edit];
      const before = JSON.stringify(policy);
      await this.patch(policy, change);
      Object.assign(policy, change);
      if (JSON.stringify(policy) !== before) policy.version++;
    }
    await this.check();
    return true;
  }

  private async patch(policy: ModelPolicy, change: object): Promise<void> {
    const body = { expectedVersion: policy.version, ...change };
    const { status, text } = await this.world.policies('PATCH', `/${policy.id}`, body);
    expect([status, text]).toEqual([200, text]);
  }

  private async check(): Promise<void> {
    const { body } = await this.world.policies('GET', '');
    const shown = body.slaPolicies.map(({ id, version, enabled }: ModelPolicy) => ({ id, version, enabled }));
    expect(shown).toEqual(this.model.list.map(({ id, version, enabled }) => ({ id, version, enabled })));
  }

  private contentOf({ calendar, isForAgent, priorities, pauseOn, targets }: PolicyDraft): PolicyContent {
    return {
      enabled: true,
      match: { agentIds: isForAgent ? [this.world.agentId] : [], priorities },
      ...{ targets, pauseOn, calendar: CALENDARS[calendar]! },
    };
  }
}
