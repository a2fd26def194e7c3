import { SlaPoliciesService } from '../../src/sla/policies/sla-policies.service';
import { anAgent } from '../factories/agent';
import { HOUR, PolicyDesk, refusal } from '../factories/policy-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: PolicyDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await PolicyDesk.open(parley);
});

const letters = (text: string): string => Array.from(text).sort().join('');

describe('createSlaPolicy', () => {
  it('201 with the policy, its defaults filled in', async () => {
    await parley.call('PATCH', `/workspaces/${desk.workspace.id}`, {
      token: desk.admin.secret,
      body: { timezone: 'Europe/Berlin' },
    });
    const { status, body, headers } = await desk.create({ name: ' Everybody ' });
    expect(status).toBe(201);
    expect(headers.get('location')).toContain(`/workspaces/${desk.workspace.id}/sla-policies/${body.id}`);
    const day = [{ from: '00:00', to: '24:00' }];
    expect(body).toEqual({
      id: expect.any(String),
      workspaceId: desk.workspace.id,
      name: 'Everybody',
      position: 1,
      enabled: true,
      match: { agentIds: [], priorities: [] },
      targets: [{ milestone: 'first_response', seconds: 3600, warnAtPercent: 80, pauseOn: null }],
      calendar: {
        timezone: 'Europe/Berlin',
        weekly: {
          monday: day,
          tuesday: day,
          wednesday: day,
          thursday: day,
          friday: day,
          saturday: day,
          sunday: day,
        },
        exceptions: [],
      },
      pauseOn: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await desk.call('GET', `/${body.id}`)).body).toEqual(body);
  });

  it('201 with all that can be said, exceptions by date', async () => {
    const input = {
      name: 'Urgent',
      enabled: false,
      match: { agentIds: [desk.agent.id], priorities: ['high', 'urgent'] },
      targets: [
        { milestone: 'first_response', seconds: 1, warnAtPercent: 1, pauseOn: ['internal'] },
        { milestone: 'verified_resolution', seconds: 31_622_400, warnAtPercent: 99, pauseOn: [] },
      ],
      pauseOn: ['customer', 'third_party'],
    };
    const late = { date: '2027-01-01', intervals: [] };
    const early = { date: '2024-02-29', intervals: [{ from: '00:00', to: '00:01' }] };
    const { status, body } = await desk.create({
      ...input,
      calendar: { timezone: 'europe/LONDON', exceptions: [late, early] },
    });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.details).toEqual([
      { path: '/targets/1/seconds', code: 'too_large', message: 'must fit into 366 days of the calendar' },
    ]);
    const fitting = { timezone: 'europe/LONDON', exceptions: [{ ...late, date: '2020-01-01' }, early].reverse() };
    const made = await desk.create({
      ...input,
      match: { ...input.match, agentIds: [desk.agent.id.toUpperCase()] },
      calendar: fitting,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...input, calendar: { timezone: 'Europe/London' } });
    expect(made.body.calendar.exceptions.map(({ date }: { date: string }) => date)).toEqual([
      '2020-01-01',
      '2024-02-29',
    ]);
  });

  it('puts it where it is asked to, and at the end otherwise', async () => {
    await desk.policies('a', 'b');
    await desk.create({ name: 'c', position: 1 });
    await desk.create({ name: 'd', position: 2 });
    await desk.create({ name: 'e', position: 100 });
    expect(await desk.order()).toBe('cdabe');
  });

  it.each([
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ position: 0 }, '/position'],
    [{ position: 1.5 }, '/position'],
    [{ enabled: 'yes' }, '/enabled'],
    [{ match: null }, '/match'],
    [{ match: { agentIds: ['x'] } }, '/match/agentIds'],
    [{ match: { priorities: ['lowest'] } }, '/match/priorities'],
    [{ match: { priorities: ['low', 'low'] } }, '/match/priorities'],
    [{ targets: [] }, '/targets'],
    [{ targets: undefined }, '/targets'],
    [{ targets: Array.from({ length: 6 }, () => HOUR) }, '/targets'],
    [{ targets: [HOUR, HOUR] }, '/targets/1/milestone'],
    [{ targets: [{ ...HOUR, milestone: 'coffee' }] }, '/targets/0/milestone'],
    [{ targets: [{ ...HOUR, seconds: 0 }] }, '/targets/0/seconds'],
    [{ targets: [{ ...HOUR, seconds: 31_622_401 }] }, '/targets/0/seconds'],
    [{ targets: [{ ...HOUR, warnAtPercent: 0 }] }, '/targets/0/warnAtPercent'],
    [{ targets: [{ ...HOUR, warnAtPercent: 100 }] }, '/targets/0/warnAtPercent'],
    [{ targets: [{ ...HOUR, pauseOn: ['nobody'] }] }, '/targets/0/pauseOn'],
    [{ pauseOn: ['customer', 'customer'] }, '/pauseOn'],
    [{ calendar: { weekly: { funday: [] } } }, '/calendar/weekly/funday'],
  ])('400 for %j', async (more, path) => {
    expect(refusal(await desk.create(more))).toEqual([400, 'validation_failed', path]);
  });

  it('400 for targets that do not fit into 366 days, each by name', async () => {
    const weekly = { monday: [{ from: '09:00', to: '09:01' }] };
    const targets = [
      HOUR,
      { milestone: 'next_response', seconds: 3000 },
      { milestone: 'handoff_pickup', seconds: 7200 },
    ];
    expect(refusal(await desk.create({ targets, calendar: { weekly } }))).toEqual([
      400,
      'validation_failed',
      '/targets/0/seconds',
      '/targets/2/seconds',
    ]);
    expect(refusal(await desk.create({ calendar: { weekly: {} } }))).toEqual([
      400,
      'validation_failed',
      '/targets/0/seconds',
    ]);
  });

  it('400 for agents of other workspaces', async () => {
    const stranger = (await PolicyDesk.open(parley)).agent.id;
    const reply = await desk.create({ match: { agentIds: [desk.agent.id, stranger] } });
    expect(refusal(reply)).toEqual([400, 'association_invalid', '/match/agentIds']);
  });

  it('409 past a hundred, however many are made at once', async () => {
    await parley.database.query(
      `INSERT INTO sla_policies (workspace_id, id, name, position, enabled, agent_ids, priorities, targets, calendar)
       SELECT $1, gen_random_uuid(), 'Old', n, true, '{}', '{}', '[{}]', '{}' FROM generate_series(1, 98) n`,
      [desk.workspace.id],
    );
    const replies = await Promise.all(Array.from({ length: 4 }, () => desk.create()));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('sla_policy_limit_reached');
  });

  it('leaves no gap and no double where several are made at once', async () => {
    const replies = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => desk.create({ name, position: 1 })));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(letters(await desk.order())).toBe('abcdef');
  });
});

describe('listSlaPolicies and getSlaPolicy', () => {
  it('show a restricted member what is for their agents, and no other agents', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    await desk.create({ name: 'a', match: { agentIds: [other.id] } });
    await desk.create({ name: 'b', match: { agentIds: [other.id, desk.agent.id] } });
    await desk.create({ name: 'c' });
    const token = await desk.member([desk.agent.id]);
    const seen = await desk.list(token);
    expect(seen.map(({ name, position }) => [name, position])).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    expect(seen[0]).toMatchObject({ match: { agentIds: [desk.agent.id] } });
    const all = await desk.list(await desk.member());
    const read = all.map(async ({ id }) => (await desk.call('GET', `/${id}`, undefined, token)).status);
    const statuses = await Promise.all(read);
    expect(statuses).toEqual([404, 200, 200]);
  });
});

describe('removeSlaPolicy', () => {
  it('200, then 404; those after it move up', async () => {
    const ids = await desk.policies('a', 'b', 'c');
    expect((await desk.remove(ids.get('b')!)).body).toEqual({ deleted: true });
    expect((await desk.remove(ids.get('b')!)).status).toBe(404);
    expect(await desk.order()).toBe('ac');
  });

  it('200 for one of several callers at once', async () => {
    const ids = await desk.policies('a', 'b', 'c');
    const replies = await Promise.all(Array.from({ length: 3 }, () => desk.remove(ids.get('a')!)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await desk.order()).toBe('bc');
  });
});

describe('SlaPoliciesService.match', () => {
  it('is the first enabled policy for the agent and the priority', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const mine = { agentIds: [desk.agent.id] };
    await desk.create({ name: 'off', enabled: false });
    await desk.create({ name: 'mine and urgent', match: { ...mine, priorities: ['urgent', 'high'] } });
    await desk.create({ name: 'mine', match: mine });
    await desk.create({ name: 'low', match: { priorities: ['low'] } });
    const matched = async (agentId: string, priority: 'low' | 'normal' | 'urgent'): Promise<string | undefined> =>
      (await parley.get(SlaPoliciesService).match(desk.workspace.id, { agentId, priority }))?.name;
    expect(await matched(desk.agent.id, 'urgent')).toBe('mine and urgent');
    expect(await matched(desk.agent.id, 'low')).toBe('mine');
    expect(await matched(other.id, 'low')).toBe('low');
    expect(await matched(other.id, 'normal')).toBeUndefined();
    const elsewhere = await PolicyDesk.open(parley);
    const stranger = parley
      .get(SlaPoliciesService)
      .match(elsewhere.workspace.id, { agentId: desk.agent.id, priority: 'low' });
    expect(await stranger).toBeNull();
  });
});
