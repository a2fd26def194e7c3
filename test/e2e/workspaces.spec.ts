import { anAccount, type TestAccount } from '../factories/account';
import { aMember } from '../factories/member';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

describe('workspaces', () => {
  let parley: Parley;
  let owner: TestAccount;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    owner = await anAccount(parley);
  });

  const create = (name: unknown, account = owner): Promise<Reply> =>
    parley.call('POST', '/workspaces', { ...as(account), body: { name } });
  const setPlan = (id: string, planId: string): Promise<unknown> =>
    parley.database.query('UPDATE workspaces SET plan_id = $2 WHERE id = $1', [id, planId]);

  describe('createWorkspace', () => {
    it('201 with exactly the record, and its Location', async () => {
      const { status, headers, body } = await create('  Acme Support ');
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual([
        'id',
        'name',
        'planId',
        'timezone',
        'defaultCountry',
        'createdAt',
        'updatedAt',
      ]);
      expect(body).toMatchObject({ name: 'Acme Support', planId: 'free', timezone: 'UTC', createdAt: body.updatedAt });
      expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/workspaces/${body.id}`);
    });

    it('makes the creator its owner', async () => {
      const { body } = await create('Acme');
      const members = await parley.call('GET', `/workspaces/${body.id}/members`, as(owner));
      expect(members.body.members).toMatchObject([{ accountId: owner.id, role: 'owner', restrictedAgentIds: null }]);
    });

    it.each([
      ['', 'too_short'],
      ['   ', 'too_short'],
      ['x'.repeat(256), 'too_long'],
      [7, 'wrong_type'],
      [null, 'wrong_type'],
      [undefined, 'required'],
    ])('400 for the name %p', async (name, code) => {
      const { status, body } = await create(name);
      expect(status).toBe(400);
      expect(body.details).toEqual([expect.objectContaining({ path: '/name', code })]);
    });

    it('counts characters, not UTF-16 units', async () => {
      expect((await create('😀'.repeat(255))).status).toBe(201);
      expect((await create('✈\uFE0F'.repeat(128))).status).toBe(400);
    });

    it('409 for a name of the same owner that is the same but for case and Unicode form', async () => {
      await create('Café');
      const { status, body } = await create('CAFE\u0301');
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'workspace_name_taken', details: [{ path: '/name', code: 'taken' }] });
      expect((await create('Café', await anAccount(parley))).status).toBe(201);
    });

    it('409 for all but one of concurrent calls of one name', async () => {
      await setPlan((await create('First')).body.id, 'enterprise');
      const replies = await Promise.all(Array.from({ length: 8 }, () => create('Acme')));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    });

    it('403 beyond the plan, exact when calls come at once', async () => {
      const replies = await Promise.all(Array.from({ length: 8 }, (_, number) => create(`Workspace ${number}`)));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403]);
      const refused = replies.find(({ status }) => status === 403);
      expect(refused?.body).toMatchObject({
        code: 'plan_limit_reached',
        details: [{ limit: 'workspacesOwned', max: 3 }],
      });
      const list = await parley.call('GET', '/workspaces', as(owner));
      expect(list.body.workspaces).toHaveLength(3);
    });

    it('tells the plan before the name', async () => {
      for (const name of ['One', 'Two', 'Three']) await create(name);
      expect((await create('One')).body.code).toBe('plan_limit_reached');
    });

    it('allows what the largest plan of the owner allows', async () => {
      await setPlan((await create('One')).body.id, 'pro');
      for (const name of ['Two', 'Three', 'Four']) expect((await create(name)).status).toBe(201);
      await parley.database.query(`UPDATE workspaces SET plan_id = 'free' WHERE owner_account_id = $1`, [owner.id]);
      expect((await create('Five')).status).toBe(403);
    });

    it('counts workspaces that the user owns, not memberships', async () => {
      for (let count = 0; count < 3; count++) {
        const other = await anAccount(parley);
        await aMember(parley, await aWorkspace(parley, other), owner, { role: 'owner' });
      }
      expect((await create('Mine')).status).toBe(201);
    });

    it('answers an Idempotency-Key with the same workspace', async () => {
      const request = { ...as(owner), body: { name: 'Once' }, headers: { 'idempotency-key': 'k1' } };
      const first = await parley.call('POST', '/workspaces', request);
      const again = await parley.call('POST', '/workspaces', request);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
    });
  });

  describe('listWorkspaces', () => {
    it('200 oldest first, also those of others that one is a member of', async () => {
      const first = await create('Zebra');
      const theirs = await aWorkspace(parley, await anAccount(parley));
      await aMember(parley, theirs, owner);
      const last = await create('Ant');
      await aWorkspace(parley, await anAccount(parley));
      const { status, body } = await parley.call('GET', '/workspaces', as(owner));
      expect(status).toBe(200);
      expect(body).toEqual({ workspaces: [first.body, theirs, last.body] });
    });

    it('200 empty for a user without one', async () => {
      expect((await parley.call('GET', '/workspaces', as(owner))).body).toEqual({ workspaces: [] });
    });
  });

  describe('getWorkspace', () => {
    it('200 for any member', async () => {
      const workspace = await aWorkspace(parley, owner);
      const member = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds: [] });
      const { status, body } = await parley.call('GET', `/workspaces/${workspace.id}`, as(member));
      expect(status).toBe(200);
      expect(body).toEqual(workspace);
    });

    it('404 for all others, like an id that never existed', async () => {
      const workspace = await aWorkspace(parley, owner);
      const stranger = as(await anAccount(parley));
      const replies = await Promise.all(
        [workspace.id, '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c', 'x'].map((id) =>
          parley.call('GET', `/workspaces/${id}`, stranger),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    });
  });

  describe('updateWorkspace', () => {
    const update = (id: string, body: object, account = owner): Promise<Reply> =>
      parley.call('PATCH', `/workspaces/${id}`, { ...as(account), body });

    it('200 changes only what is supplied', async () => {
      const workspace = await aWorkspace(parley, owner);
      const renamed = await update(workspace.id, { name: ' New name ' });
      expect(renamed.status).toBe(200);
      expect(renamed.body).toEqual({ ...workspace, name: 'New name', updatedAt: expect.any(String) });
      expect(Date.parse(renamed.body.updatedAt)).toBeGreaterThan(Date.parse(workspace.updatedAt));
      const moved = await update(workspace.id, { timezone: 'europe/berlin' });
      expect(moved.body).toMatchObject({ name: 'New name', timezone: 'Europe/Berlin' });
      expect((await update(workspace.id, {})).body).toEqual(moved.body);
    });

    it.each(['Mars/Olympus', '+01:00', 'Europe/Berlin; x', '', 'Europe'])(
      '400 for the time zone %p',
      async (timezone) => {
        const workspace = await aWorkspace(parley, owner);
        const { status, body } = await update(workspace.id, { timezone });
        expect(status).toBe(400);
        expect(body).toMatchObject({ code: 'invalid_timezone', details: [{ path: '/timezone' }] });
      },
    );

    it('400 for null, which neither field can be', async () => {
      const workspace = await aWorkspace(parley, owner);
      expect((await update(workspace.id, { name: null })).status).toBe(400);
      expect((await update(workspace.id, { timezone: null })).status).toBe(400);
    });

    it('409 for the name of another workspace of the owner, for any caller', async () => {
      const taken = await aWorkspace(parley, owner);
      const workspace = await aWorkspace(parley, owner);
      const admin = await aMember(parley, workspace, await anAccount(parley), { role: 'admin' });
      expect((await update(workspace.id, { name: taken.name.toUpperCase() }, admin)).status).toBe(409);
      expect((await update(workspace.id, { name: workspace.name.toUpperCase() }, admin)).status).toBe(200);
    });

    it('403 for a member', async () => {
      const workspace = await aWorkspace(parley, owner);
      const member = await aMember(parley, workspace, await anAccount(parley));
      const { status, body } = await update(workspace.id, { name: 'Mine' }, member);
      expect([status, body.code]).toEqual([403, 'role_insufficient']);
    });
  });
});
