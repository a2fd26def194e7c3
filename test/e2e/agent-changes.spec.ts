import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let owner: { secret: string };
let workspace: { id: string };
let path: string;

beforeAll(async () => {
  parley = await startParley();
  owner = await aCredential(parley, await anAccount(parley));
});
afterAll(() => parley.stop());

beforeEach(async () => {
  workspace = await aWorkspace(parley, owner);
  path = `/workspaces/${workspace.id}/agents`;
});

/** A member with a credential of their own. */
async function someone(role: 'admin' | 'member', restrictedAgentIds: string[] | null = null) {
  const person = await anAccount(parley);
  await aMember(parley, workspace, person, { role, restrictedAgentIds });
  return aCredential(parley, person);
}

const record = (dto: object): object => dto;

describe('updateAgent', () => {
  it('409 version_conflict where the agent has changed since the caller read it, and nothing changes', async () => {
    const agent = await anAgent(parley, workspace, owner);
    const update = (body: object) => parley.call('PATCH', `${path}/${agent.id}`, { token: owner.secret, body });
    const first = await update({ name: 'First', expectedUpdatedAt: agent.updatedAt });
    expect([first.status, first.body.name]).toEqual([200, 'First']);
    const late = await update({ name: 'Late', expectedUpdatedAt: agent.updatedAt });
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict']);
    expect(late.body.details).toMatchObject([{ currentUpdatedAt: first.body.updatedAt }]);
    const { body } = await parley.call('GET', `${path}/${agent.id}`, { token: owner.secret });
    expect(body).toEqual(first.body);
    const races = ['One', 'Two'].map((name) => update({ name, expectedUpdatedAt: body.updatedAt }));
    expect((await Promise.all(races)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await update({ name: 'x', expectedUpdatedAt: 'yesterday' })).status).toBe(400);
  });

  it('200 merges config objects, replaces arrays, clears with null and leaves the rest', async () => {
    const agent = await anAgent(parley, workspace, owner, {
      website: 'https://example.com',
      widgetConfig: { suggestedPrompts: ['a', 'b'], labels: { sendButton: 'Go' } },
      notifyConfig: { email: 'team@example.com' },
    });
    const { body, status } = await parley.call('PATCH', `${path}/${agent.id}`, {
      token: owner.secret,
      body: {
        website: null,
        notifyConfig: { email: null },
        widgetConfig: { suggestedPrompts: ['c'], labels: { locale: 'fr' } },
      },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...record(agent),
      website: null,
      notifyConfig: { ...record(agent.notifyConfig), email: null },
      widgetConfig: {
        ...record(agent.widgetConfig),
        suggestedPrompts: ['c'],
        labels: { ...record(agent.widgetConfig.labels), sendButton: 'Go', locale: 'fr' },
      },
      updatedAt: body.updatedAt,
    });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(agent.updatedAt));
  });

  it.each([
    ['draft', 'active', 200],
    ['draft', 'inactive', 409],
    ['active', 'inactive', 200],
    ['active', 'draft', 409],
    ['inactive', 'active', 200],
    ['inactive', 'draft', 409],
    ['active', 'active', 200],
  ])('%s → %s is %i', async (from, to, status) => {
    const agent = await anAgent(parley, workspace, owner, { status: from === 'draft' ? 'draft' : 'active' });
    const change = (next: string) =>
      parley.call('PATCH', `${path}/${agent.id}`, { token: owner.secret, body: { status: next } });
    if (from === 'inactive') await change('inactive');
    const reply = await change(to);
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body.status).toBe(to);
    else expect(reply.body).toMatchObject({ code: 'invalid_transition', details: [{ from, kind: to }] });
  });

  it('400 leaves the agent as it is; 403 for a member; 404 elsewhere', async () => {
    const agent = await anAgent(parley, workspace, owner);
    const change = (token: string, body: object, id = agent.id) =>
      parley.call('PATCH', `${path}/${id}`, { token, body });
    expect((await change(owner.secret, { name: 'New', temperature: 3 })).status).toBe(400);
    expect((await change(owner.secret, { id: 'x' })).status).toBe(400);
    expect((await change((await someone('member')).secret, { name: 'New' })).status).toBe(403);
    expect((await change(owner.secret, { name: 'New' }, 'nobody')).status).toBe(404);
    expect((await parley.call('GET', `${path}/${agent.id}`, { token: owner.secret })).body).toEqual(agent);
  });

  it('loses no change of two at once', async () => {
    const agent = await anAgent(parley, workspace, owner);
    const change = (body: object) => parley.call('PATCH', `${path}/${agent.id}`, { token: owner.secret, body });
    await Promise.all([
      change({ widgetConfig: { greeting: 'one' } }),
      change({ widgetConfig: { displayName: 'two' } }),
      change({ widgetConfig: { messagePlaceholder: 'three' } }),
    ]);
    const { body } = await parley.call('GET', `${path}/${agent.id}`, { token: owner.secret });
    expect(body.widgetConfig).toMatchObject({ greeting: 'one', displayName: 'two', messagePlaceholder: 'three' });
  });
});

describe('deleteAgent', () => {
  it('200 schedules the purge in 30 days, and again the same; the agent is still shown', async () => {
    const agent = await anAgent(parley, workspace, owner);
    const first = await parley.call('DELETE', `${path}/${agent.id}`, { token: owner.secret });
    expect(first.status).toBe(200);
    const days = (Date.parse(first.body.deletionScheduledAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    expect(first.body.deletionRequestedBy).toEqual(expect.any(String));
    const again = await parley.call('DELETE', `${path}/${agent.id}`, { token: (await someone('admin')).secret });
    expect(again.text).toBe(first.text);
    expect((await parley.call('GET', path, { token: owner.secret })).body).toEqual([first.body]);
  });

  it('403 for a member', async () => {
    const agent = await anAgent(parley, workspace, owner);
    const { secret } = await someone('member');
    expect((await parley.call('DELETE', `${path}/${agent.id}`, { token: secret })).status).toBe(403);
  });

  it('is final once the time is over, and not before', async () => {
    const [remaining, gone] = [await anAgent(parley, workspace, owner), await anAgent(parley, workspace, owner)];
    for (const { id } of [remaining, gone]) await parley.call('DELETE', `${path}/${id}`, { token: owner.secret });
    await parley.database.query(`UPDATE agents SET deletion_scheduled_at = now() WHERE id = $1`, [gone.id]);
    await parley.drain();
    const { body } = await parley.call('GET', path, { token: owner.secret });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([remaining.id]);
  });
});

describe('restoreAgent', () => {
  it('200 calls the deletion off; where there is none the agent as it is', async () => {
    const agent = await anAgent(parley, workspace, owner);
    await parley.call('DELETE', `${path}/${agent.id}`, { token: owner.secret });
    const restored = await parley.call('POST', `${path}/${agent.id}/restore`, { token: owner.secret });
    expect(restored.body).toEqual({ ...record(agent), updatedAt: restored.body.updatedAt });
    const again = await parley.call('POST', `${path}/${agent.id}/restore`, { token: owner.secret });
    expect(again.text).toBe(restored.text);
  });

  it('403 plan_limit_reached where another agent took its place', async () => {
    const admin = owner;
    const free = await aWorkspace(parley, owner, { planId: 'free' });
    const agents = [];
    for (let n = 0; n < 3; n += 1) agents.push(await anAgent(parley, free, admin));
    const one = `/workspaces/${free.id}/agents/${agents[0]?.id}`;
    await parley.call('DELETE', one, { token: admin.secret });
    await anAgent(parley, free, admin);
    const reply = await parley.call('POST', `${one}/restore`, { token: admin.secret });
    expect([reply.status, reply.body.code]).toEqual([403, 'plan_limit_reached']);
  });
});
