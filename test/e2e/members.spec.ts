import { anAccount, type TestAccount } from '../factories/account';
import { aMember } from '../factories/member';
import { as, aWorkspace, type TestWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

type TestMember = TestAccount & { memberId: string };
const NOWHERE = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';

describe('members', () => {
  let parley: Parley;
  let owner: TestMember;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    const account = await anAccount(parley);
    workspace = await aWorkspace(parley, account);
    const { body } = await list(account);
    owner = { ...account, memberId: body.members[0].id as string };
  });

  const path = (id: string): string => `/workspaces/${workspace.id}/members/${id}`;
  const list = (account: TestAccount): Promise<Reply> =>
    parley.call('GET', `/workspaces/${workspace.id}/members`, as(account));
  const update = (by: TestAccount, { memberId }: { memberId: string }, body: object): Promise<Reply> =>
    parley.call('PATCH', path(memberId), { ...as(by), body });
  const remove = (by: TestAccount, { memberId }: { memberId: string }): Promise<Reply> =>
    parley.call('DELETE', path(memberId), as(by));
  const join = async (role: 'owner' | 'admin' | 'member', restrictedAgentIds?: string[]): Promise<TestMember> =>
    aMember(parley, workspace, await anAccount(parley), { role, restrictedAgentIds });
  const roles = async (): Promise<string[]> =>
    (await list(owner)).body.members.map(({ role }: { role: string }) => role) as string[];
  const agent = async (): Promise<string> => {
    const body = { name: 'Help desk' };
    const reply = await parley.call('POST', `/workspaces/${workspace.id}/agents`, { ...as(owner), body });
    return reply.body.id as string;
  };
  const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code];

  const owners = async (): Promise<number> => {
    const rows = await parley.database.query<object[]>(
      `SELECT 1 FROM members WHERE workspace_id = $1 AND role = 'owner'`,
      [workspace.id],
    );
    return rows.length;
  };
  const untilWaiting = async (count: number): Promise<void> => {
    for (let look = 0; look < 500; look++) {
      const waiting = await parley.database.query<object[]>(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (waiting.length >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`Fewer than ${count} wait for the lock`);
  };
  /** Lets calls pass the guards, makes them wait for the workspace, runs `statement`, and lets them go on. */
  const whileLocked = async (count: number, calls: () => Promise<Reply>[], statement = 'SELECT'): Promise<Reply[]> => {
    const holder = parley.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [workspace.id]);
    const waiting = calls();
    await untilWaiting(count);
    await holder.query(statement);
    await holder.commitTransaction();
    await holder.release();
    return Promise.all(waiting);
  };

  describe('listMembers', () => {
    it('200 with exactly the record, oldest first, for any member', async () => {
      const member = await join('member', []);
      const { status, body } = await list(member);
      expect(status).toBe(200);
      expect(body.members).toEqual([
        expect.objectContaining({ id: owner.memberId, role: 'owner', restrictedAgentIds: null }),
        {
          id: member.memberId,
          workspaceId: workspace.id,
          accountId: member.id,
          name: member.name,
          email: member.email,
          role: 'member',
          restrictedAgentIds: [],
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
    });

    it('shows a restricted reader no agent but their own', async () => {
      const [mine, hidden] = [await agent(), await agent()];
      const reader = await join('member', [mine]);
      const other = await join('member', [mine, hidden]);
      const seen = async (by: TestAccount): Promise<unknown> =>
        (await list(by)).body.members.find(({ id }: { id: string }) => id === other.memberId).restrictedAgentIds;
      expect(await seen(reader)).toEqual([mine]);
      expect(await seen(owner)).toEqual([mine, hidden]);
    });

    it('404 for a stranger', async () => {
      expect((await list(await anAccount(parley))).status).toBe(404);
    });
  });

  describe('updateMember', () => {
    it('200 changes the role', async () => {
      const member = await join('member', []);
      const { status, body } = await update(owner, member, { role: 'admin' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: member.memberId, role: 'admin', restrictedAgentIds: null });
      expect(await roles()).toEqual(['owner', 'admin']);
    });

    it('200 restricts to agents of the workspace, each once, and lifts it with null', async () => {
      const [member, id] = [await join('member'), await agent()];
      const restricted = await update(owner, member, { restrictedAgentIds: [id, id.toUpperCase()] });
      expect(restricted.body.restrictedAgentIds).toEqual([id]);
      expect((await list(member)).body.members[1].restrictedAgentIds).toEqual([id]);
      expect((await update(owner, member, { role: 'member' })).body.restrictedAgentIds).toEqual([id]);
      expect((await update(owner, member, { restrictedAgentIds: null })).body.restrictedAgentIds).toBeNull();
      expect((await update(owner, member, { restrictedAgentIds: [] })).body.restrictedAgentIds).toEqual([]);
    });

    it('400 association_invalid for agents of elsewhere', async () => {
      const member = await join('member');
      const home = workspace;
      workspace = await aWorkspace(parley, owner);
      const theirs = await agent();
      workspace = home;
      for (const id of [theirs, NOWHERE]) {
        const reply = await update(owner, member, { restrictedAgentIds: [id] });
        expect(codeOf(reply)).toEqual([400, 'association_invalid']);
        expect(reply.body.details).toMatchObject([{ path: '/restrictedAgentIds', code: 'unknown_agent' }]);
      }
    });

    it('400 for a restriction of an owner or admin', async () => {
      const id = await agent();
      const admin = await join('admin');
      expect(codeOf(await update(owner, admin, { restrictedAgentIds: [id] }))).toEqual([400, 'validation_failed']);
      const member = await join('member');
      const both = await update(owner, member, { role: 'admin', restrictedAgentIds: [id] });
      expect(codeOf(both)).toEqual([400, 'validation_failed']);
      expect((await update(owner, admin, { role: 'member', restrictedAgentIds: [id] })).status).toBe(200);
    });

    it.each([{ role: 'boss' }, { role: null }, { restrictedAgentIds: 'x' }, { restrictedAgentIds: ['x'] }, { x: 1 }])(
      '400 for %j',
      async (body) => {
        expect((await update(owner, owner, body)).status).toBe(400);
      },
    );

    it('403 where an admin makes or demotes an owner', async () => {
      const [admin, member, second] = [await join('admin'), await join('member'), await join('owner')];
      for (const [target, body] of [
        [member, { role: 'owner' }],
        [admin, { role: 'owner' }],
        [second, { role: 'member' }],
        [owner, { role: 'admin' }],
        [second, { role: 'owner' }],
      ] as const) {
        expect(codeOf(await update(admin, target, body))).toEqual([403, 'role_insufficient']);
      }
      expect((await update(admin, member, { role: 'admin' })).status).toBe(200);
      expect((await update(admin, admin, { role: 'member' })).status).toBe(200);
      expect((await update(owner, member, { role: 'owner' })).status).toBe(200);
    });

    it('403 for a member, 404 for a member of another workspace before that', async () => {
      const member = await join('member');
      expect((await update(member, member, { role: 'admin' })).status).toBe(403);
      expect((await update(member, { memberId: NOWHERE }, {})).status).toBe(404);
      const elsewhere = await aMember(parley, await aWorkspace(parley, owner), await anAccount(parley));
      expect((await update(owner, elsewhere, { role: 'admin' })).status).toBe(404);
    });

    it('409 where the last owner is demoted', async () => {
      await join('admin');
      expect(codeOf(await update(owner, owner, { role: 'admin' }))).toEqual([409, 'last_owner']);
      expect((await update(owner, owner, { role: 'owner' })).status).toBe(200);
    });

    it('409 for one of two owners who demote each other at once', async () => {
      const second = await join('owner');
      const replies = await whileLocked(2, () => [
        update(owner, second, { role: 'admin' }),
        update(second, owner, { role: 'admin' }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_owner');
      expect(await owners()).toBe(1);
    });

    it('leaves one owner where two demote each other, whenever', async () => {
      for (let round = 0; round < 10; round++) {
        const second = await join('owner');
        const replies = await Promise.all([
          update(owner, second, { role: 'admin' }),
          update(second, owner, { role: 'admin' }),
        ]);
        // 403 where the later one was let in only when it was no owner any more.
        expect(['200,403', '200,409']).toContain(
          replies
            .map(({ status }) => status)
            .sort()
            .join(),
        );
        expect(await owners()).toBe(1);
        await parley.database.query(`UPDATE members SET role = 'owner' WHERE id = $1`, [owner.memberId]);
        await parley.database.query('DELETE FROM members WHERE id = $1', [second.memberId]);
      }
    });

    it('403 for a call that waited while its caller was demoted', async () => {
      const [admin, member] = [await join('admin'), await join('member')];
      const replies = await whileLocked(
        1,
        () => [update(admin, member, { role: 'admin' })],
        `UPDATE members SET role = 'member' WHERE id = '${admin.memberId}'`,
      );
      expect(replies.map(codeOf)).toEqual([[403, 'role_insufficient']]);
      expect(await roles()).toEqual(['owner', 'member', 'member']);
    });

    it('hands the workspace to the next owner where its creator steps down', async () => {
      const heir = await join('owner');
      expect((await update(owner, owner, { role: 'admin' })).status).toBe(200);
      expect((await parley.call('POST', '/workspaces', { ...as(owner), body: { name: workspace.name } })).status).toBe(
        201,
      );
      const again = await parley.call('POST', '/workspaces', { ...as(heir), body: { name: workspace.name } });
      expect(codeOf(again)).toEqual([409, 'workspace_name_taken']);
    });

    it('409 where that owner has a workspace of the same name', async () => {
      const heir = await join('owner');
      await aWorkspace(parley, heir, { name: workspace.name });
      expect(codeOf(await update(owner, owner, { role: 'admin' }))).toEqual([409, 'workspace_name_taken']);
    });
  });

  describe('removeMember', () => {
    it('200 ends access at once', async () => {
      const member = await join('member');
      const { status, body } = await remove(owner, member);
      expect([status, body]).toEqual([200, { deleted: true }]);
      expect((await list(member)).status).toBe(404);
      expect((await remove(owner, member)).status).toBe(404);
    });

    it('200 for a member of any role who leaves', async () => {
      for (const role of ['member', 'admin', 'owner'] as const) {
        const leaving = await join(role);
        expect((await remove(leaving, leaving)).status).toBe(200);
      }
      expect(await roles()).toEqual(['owner']);
    });

    it('403 for a member who removes another one, or an admin who removes an owner', async () => {
      const [member, other, admin] = [await join('member'), await join('member'), await join('admin')];
      for (const [by, target] of [
        [member, other],
        [member, owner],
        [admin, owner],
      ] as const) {
        expect(codeOf(await remove(by, target))).toEqual([403, 'role_insufficient']);
      }
      expect((await remove(admin, other)).status).toBe(200);
    });

    it('404 for a member of another workspace', async () => {
      const elsewhere = await aMember(parley, await aWorkspace(parley, owner), await anAccount(parley));
      for (const memberId of [elsewhere.memberId, NOWHERE, 'x']) {
        expect((await remove(owner, { memberId })).status).toBe(404);
      }
    });

    it('409 where the last owner leaves, also when all of them leave at once', async () => {
      expect(codeOf(await remove(owner, owner))).toEqual([409, 'last_owner']);
      const owners = [owner, await join('owner'), await join('owner'), await join('owner')];
      const replies = await Promise.all(owners.map((leaving) => remove(leaving, leaving)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    });
  });
});
