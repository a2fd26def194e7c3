import { NotFound } from '../../src/common/errors/domain-error';
import { InvitationsService } from '../../src/workspaces/invitations/invitations.service';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { as, aWorkspace, type TestWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const NOWHERE = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';

describe('invitations', () => {
  let parley: Parley;
  let owner: TestAccount;
  let guest: TestAccount;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    owner = await anAccount(parley);
    guest = await anAccount(parley);
    workspace = await aWorkspace(parley, owner);
  });

  const path = (id = ''): string => `/workspaces/${workspace.id}/invitations${id && `/${id}`}`;
  const invite = (body: object = {}, by = owner): Promise<Reply> =>
    parley.call('POST', path(), { ...as(by), body: { email: guest.email, role: 'member', ...body } });
  const open = async (): Promise<{ id: string }[]> =>
    (await parley.call('GET', path(), as(owner))).body.invitations as { id: string }[];
  const accept = (token: string, by = guest): Promise<Reply> =>
    parley.call('POST', '/invitations/accept', { ...as(by), body: { token } });
  const revoke = (id: string, by = owner): Promise<Reply> => parley.call('DELETE', path(id), as(by));
  const setPlan = (planId: string): Promise<unknown> =>
    parley.database.query('UPDATE workspaces SET plan_id = $2 WHERE id = $1', [workspace.id, planId]);
  const tokensTo = async (email: string): Promise<string[]> =>
    (await parley.mails())
      .filter(({ to }) => to === email)
      .map(({ text }) => /cm_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? 'none');
  /** Invites, and reads the token in the mail. */
  const invited = async (body: object = {}): Promise<string> => {
    const reply = await invite(body);
    if (reply.status !== 201) throw new Error(reply.text);
    return (await tokensTo(guest.email)).at(-1) ?? '';
  };
  const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code];

  describe('inviteMember', () => {
    it('201 sends the token by mail and nowhere else', async () => {
      const reply = await invite({ email: ` ${guest.email.toUpperCase()} ` });
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({
        id: expect.any(String),
        workspaceId: workspace.id,
        email: guest.email,
        role: 'member',
        restrictedAgentIds: null,
        invitedByAccountId: owner.id,
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
      });
      const days = (Date.parse(reply.body.expiresAt) - Date.parse(reply.body.createdAt)) / 86_400_000;
      expect(days).toBe(7);
      expect(reply.text).not.toContain('cm_');
      const mail = (await parley.mails()).find(({ to }) => to === guest.email);
      expect(mail?.subject).toBe(`You are invited to ${workspace.name}`);
      const [row] = await parley.database.query<[{ text: string }]>(
        'SELECT i::text AS text FROM invitations i WHERE email = $1',
        [guest.email],
      );
      const [token = ''] = await tokensTo(guest.email);
      expect(token).toMatch(/^cm_/);
      expect(row.text).not.toContain(token.slice(3));
    });

    it('sends nothing where it is refused', async () => {
      expect((await invite({ restrictedAgentIds: [NOWHERE] })).body.code).toBe('association_invalid');
      expect(await tokensTo(guest.email)).toEqual([]);
      expect(await open()).toEqual([]);
    });

    it('ends the earlier invitation of the address', async () => {
      const first = await invited();
      const second = await invited({ role: 'admin' });
      expect(await open()).toHaveLength(1);
      expect(codeOf(await accept(first))).toEqual([404, 'not_found']);
      expect((await accept(second)).body.role).toBe('admin');
    });

    it('leaves one invitation where several are sent at once', async () => {
      const replies = await Promise.all(Array.from({ length: 5 }, () => invite()));
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(await open()).toHaveLength(1);
    });

    it.each([
      [{ email: 'x' }, '/email', 'invalid_email'],
      [{ email: undefined }, '/email', 'required'],
      [{ role: 'boss' }, '/role', 'not_allowed'],
      [{ role: undefined }, '/role', 'required'],
      [{ restrictedAgentIds: ['x'] }, '/restrictedAgentIds', 'invalid_uuid'],
      [{ restrictedAgentIds: {} }, '/restrictedAgentIds', 'wrong_type'],
      [{ role: 'admin', restrictedAgentIds: [] }, '/restrictedAgentIds', 'not_allowed'],
    ])('400 for %j', async (body, pointer, code) => {
      const reply = await invite(body);
      expect(codeOf(reply)).toEqual([400, 'validation_failed']);
      expect(reply.body.details).toContainEqual(expect.objectContaining({ path: pointer, code }));
    });

    it('400 association_invalid for an existing member', async () => {
      await aMember(parley, workspace, guest);
      const reply = await invite();
      expect(codeOf(reply)).toEqual([400, 'association_invalid']);
      expect(reply.body.details).toMatchObject([{ path: '/email', code: 'already_member' }]);
    });

    it('403 for a member, and for an admin who invites an owner or replaces the invitation of one', async () => {
      const member = await aMember(parley, workspace, await anAccount(parley));
      const admin = await aMember(parley, workspace, await anAccount(parley), { role: 'admin' });
      expect(codeOf(await invite({}, member))).toEqual([403, 'role_insufficient']);
      expect(codeOf(await invite({ role: 'owner' }, admin))).toEqual([403, 'role_insufficient']);
      expect((await invite({ role: 'owner' })).status).toBe(201);
      expect(codeOf(await invite({ role: 'member' }, admin))).toEqual([403, 'role_insufficient']);
    });

    it('403 beyond the plan: members and open invitations, exact when calls come at once', async () => {
      await setPlan('free');
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, number) => invite({ email: `guest-${number}@${workspace.id}.example.com` })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 403, 403, 403, 403]);
      const refused = replies.find(({ status }) => status === 403);
      expect(refused?.body).toMatchObject({ code: 'plan_limit_reached', details: [{ limit: 'members', max: 5 }] });
      // A second mail to the same person is no further member.
      const again = replies.find(({ status }) => status === 201)?.body.email as string;
      expect((await invite({ email: again })).status).toBe(201);
      const { id } = (await open())[0]!;
      await revoke(id);
      expect((await invite()).status).toBe(201);
    });
  });

  describe('listInvitations', () => {
    it('200 the open ones, newest first', async () => {
      const first = (await invite({ email: `first@${workspace.id}.example.com` })).body;
      const second = (await invite()).body;
      const past = (await invite({ email: `past@${workspace.id}.example.com` })).body;
      await parley.database.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [past.id]);
      expect(await open()).toEqual([second, first]);
    });
  });

  describe('revokeInvitation', () => {
    it('200, and the token is worth nothing', async () => {
      const token = await invited();
      const { id } = (await open())[0]!;
      const { status, body } = await revoke(id);
      expect([status, body]).toEqual([200, { deleted: true }]);
      expect(await open()).toEqual([]);
      expect((await accept(token)).status).toBe(404);
      expect((await revoke(id)).status).toBe(404);
    });

    it('403 where an admin revokes the invitation of an owner', async () => {
      const admin = await aMember(parley, workspace, await anAccount(parley), { role: 'admin' });
      const { body } = await invite({ role: 'owner' });
      expect(codeOf(await revoke(body.id, admin))).toEqual([403, 'role_insufficient']);
      expect((await revoke(body.id)).status).toBe(200);
    });

    it('404 for an invitation of another workspace', async () => {
      const { body } = await invite();
      workspace = await aWorkspace(parley, owner);
      for (const id of [body.id, NOWHERE, 'x']) expect((await revoke(id)).status).toBe(404);
    });
  });

  describe('acceptInvitation', () => {
    it('200 with the membership; again: the same', async () => {
      const token = await invited({ restrictedAgentIds: [] });
      const { status, body } = await accept(token);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(String),
        workspaceId: workspace.id,
        accountId: guest.id,
        name: guest.name,
        email: guest.email,
        role: 'member',
        restrictedAgentIds: [],
        createdAt: expect.stringMatching(/Z$/),
      });
      expect((await accept(token)).body).toEqual(body);
      expect((await parley.call('GET', '/workspaces', as(guest))).body.workspaces).toHaveLength(1);
      expect(await open()).toEqual([]);
    });

    it('200 for an account credential with workspaces:write', async () => {
      const token = await invited();
      const reader = await aCredential(parley, guest, { scopes: ['workspaces:read'] });
      const writer = await aCredential(parley, guest, { scopes: ['workspaces:write'] });
      const call = (secret: string): Promise<Reply> =>
        parley.call('POST', '/invitations/accept', { token: secret, body: { token } });
      expect(codeOf(await call(reader.secret))).toEqual([403, 'scope_missing']);
      expect((await call(writer.secret)).status).toBe(200);
    });

    it('makes one member where it is called several times at once', async () => {
      const token = await invited();
      const replies = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(replies[0]?.status).toBe(200);
    });

    it('either accepts or was revoked, never both', async () => {
      for (let round = 0; round < 10; round++) {
        guest = await anAccount(parley);
        const token = await invited();
        const { id } = (await open())[0]!;
        const [accepted, revoked] = await Promise.all([accept(token), revoke(id)]);
        expect([
          [200, 404],
          [404, 200],
        ]).toContainEqual([accepted.status, revoked.status]);
      }
    });

    it('404 for all callers but the recipient', async () => {
      const token = await invited();
      expect(codeOf(await accept(token, await anAccount(parley)))).toEqual([404, 'not_found']);
      expect(codeOf(await accept(token, owner))).toEqual([404, 'not_found']);
      expect((await accept(token)).status).toBe(200);
    });

    it('403 for the recipient before the address is verified', async () => {
      guest = await anAccount(parley, { verified: false });
      const token = await invited();
      expect(codeOf(await accept(token))).toEqual([403, 'email_not_verified']);
      await parley.database.query('UPDATE accounts SET email_verified_at = now() WHERE id = $1', [guest.id]);
      expect((await accept(token)).status).toBe(200);
    });

    it('has no recipient before the address is verified, even if guards let the request through', async () => {
      guest = await anAccount(parley, { verified: false });
      const token = await invited();
      const acceptance = (): Promise<unknown> => parley.get(InvitationsService).accept(guest.id, { token });
      await expect(acceptance()).rejects.toBeInstanceOf(NotFound);
      await parley.database.query('UPDATE accounts SET email_verified_at = now() WHERE id = $1', [guest.id]);
      await expect(acceptance()).resolves.toMatchObject({ accountId: guest.id });
    });

    it('404 after seven days, for an unknown token, and for a member who was removed since', async () => {
      const token = await invited();
      await parley.database.query('UPDATE invitations SET expires_at = now() WHERE email = $1', [guest.email]);
      expect((await accept(token)).status).toBe(404);
      expect((await accept('cm_x')).status).toBe(404);
      const fresh = await invited();
      const { body } = await accept(fresh);
      await parley.call('DELETE', `/workspaces/${workspace.id}/members/${body.id}`, as(owner));
      expect((await accept(fresh)).status).toBe(404);
    });

    it('403 where the plan was made smaller since', async () => {
      const token = await invited();
      for (let count = 0; count < 4; count++) await aMember(parley, workspace, await anAccount(parley));
      await setPlan('free');
      expect(codeOf(await accept(token))).toEqual([403, 'plan_limit_reached']);
      await setPlan('pro');
      expect((await accept(token)).status).toBe(200);
    });
  });
});
