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

describe('updateSlaPolicy', () => {
  it('200 with what was supplied, the rest as it was', async () => {
    const weekly = { monday: [{ from: '09:00', to: '17:00' }] };
    const exceptions = [{ date: '2026-12-25', intervals: [] }];
    const match = { agentIds: [desk.agent.id], priorities: ['high'] };
    const { body } = await desk.create({ match, calendar: { timezone: 'Europe/Paris', weekly, exceptions } });
    const renamed = await desk.update(body.id as string, {
      name: 'New',
      match: { priorities: [] },
      calendar: { exceptions: [] },
    });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({
      ...body,
      name: 'New',
      match: { ...match, priorities: [] },
      calendar: { ...body.calendar, exceptions: [] },
      version: 2,
      updatedAt: expect.any(String),
    });
    const week = await desk.update(body.id as string, { calendar: { weekly: { friday: weekly.monday } } }, 2);
    expect(week.body.calendar).toEqual({
      timezone: 'Europe/Paris',
      weekly: { ...body.calendar.weekly, monday: [], friday: weekly.monday },
      exceptions: [],
    });
  });

  it('200 without a new version where nothing differs', async () => {
    const { body } = await desk.create({ calendar: { weekly: { monday: [{ from: '09:00', to: '17:00' }] } } });
    const { name, match, targets, pauseOn, calendar, position, enabled } = body;
    const same = await desk.update(body.id as string, { name, match, targets, pauseOn, calendar, position, enabled });
    expect(same.body).toEqual(body);
  });

  it('409 for another version, with the current one', async () => {
    const id = (await desk.create()).body.id as string;
    const reply = await desk.update(id, { name: 'New' }, 2);
    expect(refusal(reply)).toEqual([409, 'version_conflict', '/expectedVersion']);
    expect(reply.body.details[0].currentVersion).toBe(1);
  });

  it('lets one of several callers change it that have read the same', async () => {
    const id = (await desk.create()).body.id as string;
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => desk.update(id, { name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('409 before anything else is refused: the caller looks at something old', async () => {
    const id = (await desk.create()).body.id as string;
    expect(refusal(await desk.update(id, { calendar: { timezone: 'Mars/Olympus' } }, 2))[0]).toBe(409);
  });

  it.each([
    [{ targets: [] }, 'validation_failed', '/targets'],
    [{ targets: [HOUR, HOUR] }, 'validation_failed', '/targets/1/milestone'],
    [{ calendar: { weekly: {} } }, 'validation_failed', '/targets/0/seconds'],
    [{ calendar: { timezone: 'Mars/Olympus' } }, 'invalid_timezone', '/calendar/timezone'],
    [{ position: 101 }, 'validation_failed', '/position'],
    [{ match: { agentIds: ['01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f'] } }, 'association_invalid', '/match/agentIds'],
  ])('400 for %j, and nothing has changed', async (change, code, path) => {
    const { body } = await desk.create();
    expect(refusal(await desk.update(body.id as string, change))).toEqual([400, code, path]);
    expect((await desk.call('GET', `/${body.id}`)).body).toEqual(body);
  });

  it('keeps an agent that was purged, which matches nothing any more, and takes it back', async () => {
    const gone = await anAgent(parley, desk.workspace, desk.admin);
    const { body } = await desk.create({ match: { agentIds: [gone.id] } });
    await parley.database.query('DELETE FROM agents WHERE workspace_id = $1 AND id = $2', [desk.workspace.id, gone.id]);
    const updated = await desk.update(body.id as string, { name: 'Kept', match: body.match as object });
    expect([updated.status, updated.body.match.agentIds]).toEqual([200, [gone.id]]);
    const service = parley.get(SlaPoliciesService);
    expect(await service.match(desk.workspace.id, { agentId: desk.agent.id, priority: 'normal' })).toBeNull();
  });

  it.each([
    ['a', 1, 'abcd'],
    ['a', 3, 'bcad'],
    ['a', 100, 'bcda'],
    ['d', 1, 'dabc'],
    ['c', 2, 'acbd'],
  ])('moves %s to %d: %s', async (name, position, expected) => {
    const ids = await desk.policies('a', 'b', 'c', 'd');
    await desk.update(ids.get(name)!, { position });
    expect(await desk.order()).toBe(expected);
    const versions = new Map((await desk.list()).map((policy) => [policy.name, policy.version]));
    expect([...versions].filter(([, version]) => version > 1).map(([moved]) => moved)).toEqual(
      expected === 'abcd' ? [] : [name],
    );
  });

  it('leaves no gap and no double where several are moved, made, and removed at once', async () => {
    const ids = await desk.policies('a', 'b', 'c', 'd', 'e', 'f');
    const replies = await Promise.all([
      ...['a', 'b', 'c', 'd'].map((name, index) => desk.update(ids.get(name)!, { position: 6 - index })),
      desk.remove(ids.get('e')!),
      desk.remove(ids.get('f')!),
      desk.create({ name: 'g', position: 2 }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201]);
    expect(letters(await desk.order())).toBe('abcdg');
  });
});
