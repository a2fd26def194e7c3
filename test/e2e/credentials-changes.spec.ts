import { setTimeout as pause } from 'node:timers/promises';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls, type CredentialOptions } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NEVER_ISSUED = '00000000-0000-0000-0000-000000000000';

let parley: Parley;
let account: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  parley = await startParley();
  account = await anAccount(parley);
  stranger = await anAccount(parley);
});

afterAll(async () => {
  await parley.stop();
});

const issue = (options?: CredentialOptions) => aCredential(parley, account, options);
const as = (secret: string) => credentialCalls(parley, account.password, { token: secret });
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const use = (secret: string) => parley.call('GET', '/account-credentials', { token: secret });

/** As if everything that happened to the credential had happened so much earlier. */
const age = (id: string, hours: number) =>
  parley.database.query(
    `UPDATE account_credentials SET created_at = created_at - make_interval(hours => $2),
       expires_at = expires_at - make_interval(hours => $2) WHERE id = $1`,
    [id, hours],
  );

describe('editAccountCredential', () => {
  it('200 renames and narrows, at once', async () => {
    const manager = await issue();
    const target = await issue({ scopes: ['credentials:read', 'inbox:read'] });
    const expiresAt = inHours(1);
    const { status, body, headers } = await as(manager.secret).edit(target.id, {
      name: 'less',
      scopes: ['inbox:read'],
      expiresAt,
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ id: target.id, name: 'less', scopes: ['inbox:read'], expiresAt, status: 'active' });
    expect(body.history.map(({ kind }: { kind: string }) => kind)).toEqual(['issued', 'renamed', 'narrowed']);
    expect((await use(target.secret)).body.code).toBe('scope_missing');
  });

  it('200 and nothing written where nothing changes', async () => {
    const manager = await issue();
    const target = await issue({ name: 'same', scopes: ['inbox:read', 'inbox:write'] });
    const { status, body } = await as(manager.secret).edit(target.id, {
      name: 'same',
      scopes: ['inbox:write', 'inbox:read'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ updatedAt: body.createdAt, scopes: ['inbox:read', 'inbox:write'] });
    expect(body.history).toHaveLength(1);
  });

  it('200 narrows the descendants along, and revokes one that keeps no scope', async () => {
    const manager = await issue();
    const parent = await issue();
    const child = await issue({ parent: parent.secret, scopes: ['credentials:write', 'inbox:read', 'inbox:write'] });
    const grandchild = await issue({ parent: child.secret, scopes: ['inbox:write'] });
    const sibling = await issue({ parent: parent.secret, scopes: ['inbox:read'] });
    const expiresAt = inHours(3);
    await as(manager.secret).edit(parent.id, { scopes: ['credentials:write', 'inbox:read'], expiresAt });

    expect(await as(manager.secret).get(child.id)).toMatchObject({
      status: 'active',
      scopes: ['credentials:write', 'inbox:read'],
      expiresAt,
      history: [{ kind: 'issued' }, { kind: 'narrowed', byKind: 'credential', byId: manager.id }],
    });
    expect(await as(manager.secret).get(grandchild.id)).toMatchObject({
      status: 'revoked',
      revocation: { reason: 'The parent credential lost its scopes.' },
    });
    expect(await as(manager.secret).get(sibling.id)).toMatchObject({
      status: 'active',
      scopes: ['inbox:read'],
      expiresAt,
    });
    expect((await use(grandchild.secret)).body.code).toBe('credential_revoked');
  });

  it.each([
    ['scopes', { scopes: ['credentials:write', 'inbox:read'] }],
    ['the time', { expiresAt: inHours(2) }],
  ])('200 narrows the descendants along where only %s become fewer', async (_what, less) => {
    const manager = await issue();
    const parent = await issue();
    const child = await issue({ parent: parent.secret });
    await as(manager.secret).edit(parent.id, less);
    for (const { id } of [parent, child]) {
      const narrowed = await as(manager.secret).get(id);
      expect(narrowed).toMatchObject({ status: 'active', ...less });
      expect(narrowed.history.map(({ kind }: { kind: string }) => kind)).toEqual(['issued', 'narrowed']);
    }
  });

  it('400 for an expiry in the past before the password is looked at, also to rotate', async () => {
    const { id, secret } = await issue();
    const guess = credentialCalls(parley, 'a wrong password', { token: secret });
    for (const change of [guess.edit, guess.rotate]) {
      const { status, body } = await change(id, { expiresAt: '2020-01-01T00:00:00Z' });
      expect([status, body.details[0].path]).toEqual([400, '/expiresAt']);
    }
  });

  it('400 for an expiry that passes while another change is waited for, also to rotate', async () => {
    const { id, secret } = await issue();
    for (const change of [as(secret).edit, as(secret).rotate]) {
      const other = parley.database.createQueryRunner();
      await other.startTransaction();
      await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('account-credentials:' || $1, 0))`, [
        account.id,
      ]);
      const answer = change(id, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
      await pause(1_500);
      await other.rollbackTransaction();
      await other.release();
      const { status, body } = await answer;
      expect([status, body.details[0].path]).toEqual([400, '/expiresAt']);
    }
    expect((await use(secret)).status).toBe(200);
  });

  it.each([
    ['no change', {}, ''],
    ['an empty name', { name: '' }, '/name'],
    ['a name that is null', { name: null }, '/name'],
    ['no scope left', { scopes: [] }, '/scopes'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['another audience', { audience: 'http://localhost:3000/mcp' }, '/audience'],
  ])('400 for %s', async (_what, body, path) => {
    const manager = await issue();
    const answer = await as(manager.secret).edit(manager.id, body);
    expect({ status: answer.status, path: answer.body.details[0].path }).toEqual({ status: 400, path });
  });

  it('409 authority_exceeded for more than it has', async () => {
    const manager = await issue();
    const target = await issue({ scopes: ['inbox:read'], expiresAt: inHours(1) });
    for (const [path, body] of [
      ['/scopes', { scopes: ['inbox:read', 'inbox:write'] }],
      ['/expiresAt', { expiresAt: inHours(2) }],
    ] as const) {
      const answer = await as(manager.secret).edit(target.id, body);
      expect({ status: answer.status, code: answer.body.code, path: answer.body.details[0].path }).toEqual({
        status: 409,
        code: 'authority_exceeded',
        path,
      });
    }
  });

  it('404 for a credential of another account, as for none, before the body is looked at', async () => {
    const manager = await issue();
    const foreign = await aCredential(parley, stranger);
    const [one, other] = await Promise.all([
      parley.call('PATCH', `/account-credentials/${foreign.id}`, { token: manager.secret, body: { rubbish: 1 } }),
      parley.call('PATCH', `/account-credentials/${NEVER_ISSUED}`, { token: manager.secret, body: { rubbish: 1 } }),
    ]);
    expect([one.status, other.status]).toEqual([404, 404]);
    expect(one.text).toBe(other.text);
  });

  it('400 for an id that is no UUID', async () => {
    const manager = await issue();
    const { status, body } = await as(manager.secret).edit('first', { name: 'x' });
    expect({ status, path: body.details[0].path }).toEqual({ status: 400, path: 'path.credentialId' });
  });
});

describe('revokeAccountCredential', () => {
  it('200 a record, and the credential is dead at once', async () => {
    const manager = await issue();
    const target = await issue();
    const { status, body, headers } = await as(manager.secret).revoke(target.id, { reason: 'laptop lost' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      id: target.id,
      status: 'revoked',
      revokedAt: expect.stringMatching(INSTANT),
      reason: 'laptop lost',
      alreadyRevoked: false,
    });
    expect((await use(target.secret)).body.code).toBe('credential_revoked');

    const again = await as(manager.secret).revoke(target.id, { reason: 'another' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...body, alreadyRevoked: true });
    const found = await as(manager.secret).get(target.id);
    expect(found.revocation).toEqual({ revokedAt: body.revokedAt, reason: 'laptop lost' });
    expect(found.history.map(({ kind }: { kind: string }) => kind)).toEqual(['issued', 'revoked']);
  });

  it('200 with every descendant, and no other credential', async () => {
    const manager = await issue();
    const parent = await issue();
    const child = await issue({ parent: parent.secret });
    const grandchild = await issue({ parent: child.secret });
    const bystander = await issue();
    await as(manager.secret).revoke(parent.id);
    for (const { secret } of [parent, child, grandchild]) {
      expect((await use(secret)).body.code).toBe('credential_revoked');
    }
    expect((await use(bystander.secret)).status).toBe(200);
    expect(await as(manager.secret).get(grandchild.id)).toMatchObject({
      revocation: { reason: 'The parent credential was revoked.' },
      history: [{ kind: 'issued' }, { kind: 'revoked', byKind: 'credential', byId: manager.id }],
    });
  });

  it('200 for the caller itself, and for what is past', async () => {
    const self = await issue();
    expect((await as(self.secret).revoke(self.id)).status).toBe(200);
    expect((await use(self.secret)).status).toBe(401);
    const manager = await issue();
    const expired = await issue();
    await age(expired.id, 25);
    expect((await as(manager.secret).revoke(expired.id)).body).toMatchObject({
      status: 'revoked',
      alreadyRevoked: false,
    });
  });

  it('400 without a body, and for a reason of 501 characters', async () => {
    const manager = await issue();
    const bare = await parley.call('DELETE', `/account-credentials/${manager.id}`, { token: manager.secret });
    expect({ status: bare.status, path: bare.body.details[0].path }).toEqual({ status: 400, path: '/currentPassword' });
    expect((await as(manager.secret).revoke(manager.id, { reason: 'x'.repeat(501) })).status).toBe(400);
    expect((await as(manager.secret).revoke(manager.id, { reason: null })).body.reason).toBeNull();
  });

  it('401 for a wrong password, and the credential lives on', async () => {
    const target = await issue();
    const calls = credentialCalls(parley, 'not the password', { token: target.secret });
    expect((await calls.revoke(target.id)).body.code).toBe('password_proof_failed');
    expect((await use(target.secret)).status).toBe(200);
  });

  it('404 for a credential of another account', async () => {
    const manager = await issue();
    const foreign = await aCredential(parley, stranger);
    expect((await as(manager.secret).revoke(foreign.id)).status).toBe(404);
    expect((await use(foreign.secret)).status).toBe(200);
  });
});
