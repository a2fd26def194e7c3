import { LastUsed } from '../../src/common/auth/last-used';
import { KeysRepository } from '../../src/workspaces/keys/keys.repository';
import { anAccount, type TestAccount } from '../factories/account';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { withoutAudit } from '../support/without-audit';

const NOWHERE = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';

describe('workspace keys', () => {
  let parley: Parley;
  let owner: TestAccount;
  let workspace: { id: string };
  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    workspace = await aWorkspace(parley, owner);
  });

  const path = (id = ''): string => `/workspaces/${workspace.id}/keys${id && `/${id}`}`;
  const create = (body: object, account = owner): Promise<Reply> =>
    parley.call('POST', path(), { ...as(account), body });
  const list = async (): Promise<Record<string, unknown>[]> =>
    (await parley.call('GET', path(), as(owner))).body.keys as Record<string, unknown>[];
  const update = (id: string, body: object): Promise<Reply> => parley.call('PATCH', path(id), { ...as(owner), body });
  const revoke = (id: string): Promise<Reply> => parley.call('DELETE', path(id), as(owner));
  const agents = (token: string): Promise<Reply> => parley.call('GET', `/workspaces/${workspace.id}/agents`, { token });

  describe('createWorkspaceKey', () => {
    it('201 with the secret this once, not to be stored', async () => {
      const { status, headers, body } = await create({ name: ' Website ', scopes: ['chat:write', 'agents:read'] });
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual({
        key: {
          id: expect.any(String),
          workspaceId: workspace.id,
          name: 'Website',
          scopes: ['agents:read', 'chat:write'],
          secretPrefix: body.secret.slice(0, 7),
          createdAt: expect.stringMatching(/Z$/),
          lastUsedAt: null,
          revokedAt: null,
        },
        secret: expect.stringMatching(/^ck_[0-9A-Za-z]{49}$/),
      });
      expect(await list()).toEqual([body.key]);
      expect((await agents(body.secret)).status).toBe(200);
      const [row] = await parley.database.query<[{ text: string }]>('SELECT k::text AS text FROM workspace_keys k');
      expect(row.text).not.toContain(body.secret.slice(7));
    });

    it.each([
      [{ scopes: ['chat:write'] }, '/name', 'required'],
      [{ name: ' ', scopes: ['chat:write'] }, '/name', 'too_short'],
      [{ name: 'x'.repeat(101), scopes: ['chat:write'] }, '/name', 'too_long'],
      [{ name: 'x' }, '/scopes', 'required'],
      [{ name: 'x', scopes: [] }, '/scopes', 'too_few'],
      [{ name: 'x', scopes: 'chat:write' }, '/scopes', 'wrong_type'],
      [{ name: 'x', scopes: ['workspaces:read'] }, '/scopes', 'not_allowed'],
      [{ name: 'x', scopes: ['chat:write', 'chat:write'] }, '/scopes', 'not_unique'],
      [{ name: 'x', scopes: ['chat:write'], secret: 'mine' }, '/secret', 'unknown_field'],
    ])('400 for %j', async (input, pointer, code) => {
      const { status, body } = await create(input);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toContainEqual(expect.objectContaining({ path: pointer, code }));
      expect(await list()).toEqual([]);
    });

    it('answers an Idempotency-Key with the same secret', async () => {
      const request = {
        ...as(owner),
        body: { name: 'Once', scopes: ['chat:write'] },
        headers: { 'idempotency-key': workspace.id },
      };
      const first = await parley.call('POST', path(), request);
      const again = await parley.call('POST', path(), request);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('cache-control')).toBe('no-store');
      expect(await list()).toHaveLength(1);
    });

    it('403 for a member, 404 for a stranger', async () => {
      const member = await aMember(parley, workspace, await anAccount(parley));
      expect((await create({}, member)).body.code).toBe('role_insufficient');
      expect((await create({}, await anAccount(parley))).status).toBe(404);
    });
  });

  describe('listWorkspaceKeys', () => {
    it('200 newest first, revoked ones included, never a secret', async () => {
      const first = await aKey(parley, workspace);
      const second = await aKey(parley, workspace);
      await revoke(first.id);
      const reply = await parley.call('GET', path(), as(owner));
      expect(reply.body.keys.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
      expect(reply.text).not.toContain(first.secret);
      expect(reply.text).not.toContain('secretHash');
    });

    it('403 for a member', async () => {
      const member = await aMember(parley, workspace, await anAccount(parley));
      expect((await parley.call('GET', path(), as(member))).status).toBe(403);
    });

    it('tells when a key was last used', async () => {
      const { secret } = await aKey(parley, workspace);
      await agents(secret);
      await parley.get(LastUsed).flush();
      expect(await list()).toMatchObject([{ lastUsedAt: expect.stringMatching(/Z$/) }]);
    });
  });

  describe('updateWorkspaceKey', () => {
    it('200 renames and narrows, which counts at once', async () => {
      const key = await aKey(parley, workspace);
      expect((await update(key.id, { name: 'Shop' })).body).toMatchObject({
        name: 'Shop',
        scopes: ['agents:read', 'chat:write'],
      });
      expect((await update(key.id, { scopes: ['chat:write'] })).body).toMatchObject({
        name: 'Shop',
        scopes: ['chat:write'],
      });
      expect(await list()).toMatchObject([{ name: 'Shop', scopes: ['chat:write'] }]);
      const { status, headers } = await agents(key.secret);
      expect(status).toBe(403);
      expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="agents:read"');
    });

    it('409 authority_exceeded for a scope that the key does not have (any more)', async () => {
      const key = await aKey(parley, workspace, { scopes: ['chat:write'] });
      for (const scopes of [['agents:read'], ['agents:read', 'chat:write']]) {
        const { status, body } = await update(key.id, { name: 'Wider', scopes });
        expect([status, body.code]).toEqual([409, 'authority_exceeded']);
      }
      expect(await list()).toMatchObject([{ name: 'Website', scopes: ['chat:write'] }]);
    });

    it('never widens while it is narrowed at the same time', async () => {
      for (let round = 0; round < 10; round++) {
        const key = await aKey(parley, workspace);
        await Promise.all([
          update(key.id, { scopes: ['chat:write'] }),
          update(key.id, { scopes: ['agents:read', 'chat:write'] }),
          update(key.id, { name: 'Renamed' }),
        ]);
        expect((await list())[0]).toMatchObject({ name: 'Renamed', scopes: ['chat:write'] });
      }
    });

    it('409 credential_inactive once it is revoked', async () => {
      const key = await aKey(parley, workspace);
      await revoke(key.id);
      const { status, body } = await update(key.id, { name: 'Again' });
      expect([status, body.code]).toEqual([409, 'credential_inactive']);
    });

    it('400 for null', async () => {
      const key = await aKey(parley, workspace);
      expect((await update(key.id, { name: null })).status).toBe(400);
      expect((await update(key.id, { scopes: null })).status).toBe(400);
    });

    it('404 for a key of another workspace, before the body is looked at', async () => {
      const theirs = await aKey(parley, await aWorkspace(parley, owner));
      for (const id of [theirs.id, NOWHERE, 'x']) expect((await update(id, { name: 7 })).status).toBe(404);
    });
  });

  describe('revokeWorkspaceKey', () => {
    it('200 ends it at once; again: the first revocation', async () => {
      const key = await aKey(parley, workspace);
      const { status, body } = await revoke(key.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: key.id, revokedAt: expect.stringMatching(/Z$/) });
      expect((await revoke(key.id)).body).toEqual(body);
      const refused = await agents(key.secret);
      expect([refused.status, refused.body.code]).toEqual([401, 'api_key_revoked']);
    });

    it('404 for a key of another workspace, which stays good', async () => {
      const other = await aWorkspace(parley, owner);
      const theirs = await aKey(parley, other);
      expect((await revoke(theirs.id)).status).toBe(404);
      const { status } = await parley.call('GET', `/workspaces/${other.id}/agents`, { token: theirs.secret });
      expect(status).toBe(200);
    });

    it('ends no key of another workspace, even if guards let the request through', async () => {
      const other = await aWorkspace(parley, owner);
      const theirs = await aKey(parley, other);
      await parley.get(KeysRepository).revoke(workspace.id, theirs.id);
      const { status } = await parley.call('GET', `/workspaces/${other.id}/agents`, { token: theirs.secret });
      expect(status).toBe(200);
    });
  });

  it('are read with one statement', async () => {
    const key = await aKey(parley, workspace, { scopes: ['chat:write'] });
    const statements = await parley.statementsOf(async () => {
      expect((await agents(key.secret)).body.code).toBe('scope_missing');
    });
    expect(withoutAudit(statements)).toHaveLength(1);
  });

  it('401 api_key_invalid for one that was never issued or has a typing error', async () => {
    const key = await aKey(parley, workspace);
    await parley.database.query('DELETE FROM workspace_keys WHERE id = $1', [key.id]);
    for (const secret of [key.secret, `${key.secret.slice(0, -1)}_`, key.secret.slice(0, -1)]) {
      const { status, body } = await agents(secret);
      expect([status, body.code]).toEqual([401, 'api_key_invalid']);
    }
  });
});
