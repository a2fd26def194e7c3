import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls, type CredentialOptions, type IssuedCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let account: TestAccount;

beforeAll(async () => {
  parley = await startParley();
  account = await anAccount(parley);
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
const endSession = (credentialId: string) =>
  parley.database.query(
    `UPDATE sessions SET revoked_at = now()
     WHERE id = (SELECT issuer_session_id FROM account_credentials WHERE id = $1)`,
    [credentialId],
  );

describe('rotateAccountCredential', () => {
  it('201 a replacement that takes everything over, and the old secret is dead', async () => {
    const manager = await issue();
    const expiresAt = inHours(5);
    const old = await issue({ name: 'ci', scopes: ['credentials:read'], expiresAt });
    const { status, body, headers } = await as(manager.secret).rotate(old.id);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.credential).toMatchObject({
      name: 'ci',
      scopes: ['credentials:read'],
      expiresAt,
      issuedBy: 'rotation',
      status: 'active',
      rotation: { rotatedAt: null, replacesId: old.id, replacedById: null },
    });
    expect((await use(body.secret)).status).toBe(200);
    expect((await use(old.secret)).body.code).toBe('credential_rotated');
    expect(await as(manager.secret).get(old.id)).toMatchObject({
      status: 'rotated',
      rotation: { replacesId: null, replacedById: body.credential.id },
    });
  });

  it('201 narrower, and a machine may replace itself', async () => {
    const self = await issue();
    const expiresAt = inHours(1);
    const { body } = await as(self.secret).rotate(self.id, { name: 'next', scopes: ['credentials:read'], expiresAt });
    expect(body.credential).toMatchObject({ name: 'next', scopes: ['credentials:read'], expiresAt });
    expect(body.credential.parentCredentialId).toBeNull();
    expect((await use(body.secret)).status).toBe(200);
  });

  it('201 for a session, with the old one’s place and time, though the session ends earlier', async () => {
    const parent = await issue();
    const old = await issue({ parent: parent.secret, expiresAt: inHours(5) });
    await parley.database.query(
      `UPDATE sessions SET expires_at = now() + interval '1 hour' WHERE account_id = $1 AND secret_hash IS NOT NULL`,
      [account.id],
    );
    const session = { cookie: account.cookie, origin: 'http://localhost:3000' };
    const { status, body } = await credentialCalls(parley, account.password, session).rotate(old.id);
    expect(status).toBe(201);
    expect(body.credential.parentCredentialId).toBe(parent.id);
    expect(body.credential.expiresAt).toBe((await as(parent.secret).get(old.id)).expiresAt);
  });

  it('201 ends what the old secret issued', async () => {
    const manager = await issue();
    const old = await issue();
    const child = await issue({ parent: old.secret });
    await as(manager.secret).rotate(old.id);
    expect((await use(child.secret)).body.code).toBe('credential_revoked');
  });

  it('201 keeps a replacement within the lineage that the old one had', async () => {
    const parent = await issue();
    const child = await issue({ parent: parent.secret });
    const { body } = await as(parent.secret).rotate(child.id);
    expect(body.credential.parentCredentialId).toBe(parent.id);
    await as(parent.secret).revoke(parent.id);
    expect((await use(body.secret)).body.code).toBe('credential_revoked');
  });

  it('201 keeps it where it was, also for who is further up', async () => {
    const top = await issue();
    const middle = await issue({ parent: top.secret });
    const low = await issue({ parent: middle.secret });
    const { body } = await as(top.secret).rotate(low.id);
    expect(body.credential.parentCredentialId).toBe(middle.id);
  });

  it('201 makes the replacement of a stranger a child of the machine that asks, no longer and no wider', async () => {
    const expiresAt = inHours(1);
    const machine = await issue({ scopes: ['credentials:write', 'inbox:read'], expiresAt });
    const wide = await issue({ scopes: ['inbox:read', 'inbox:write'] });
    const refused = await as(machine.secret).rotate(wide.id);
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'authority_exceeded' });
    const late = await as(machine.secret).rotate(wide.id, { scopes: ['inbox:read'], expiresAt: inHours(2) });
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'authority_exceeded' });
    const { status, body } = await as(machine.secret).rotate(wide.id, { scopes: ['inbox:read'] });
    expect(status).toBe(201);
    expect(body.credential).toMatchObject({ parentCredentialId: machine.id, expiresAt, scopes: ['inbox:read'] });
  });

  it('409 authority_exceeded for the credential that the caller descends from', async () => {
    const parent = await issue();
    const child = await issue({ parent: parent.secret });
    const { status, body } = await as(child.secret).rotate(parent.id);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'authority_exceeded' });
    expect((await use(parent.secret)).status).toBe(200);
  });

  it('409 authority_exceeded for more than the old one has', async () => {
    const manager = await issue();
    const old = await issue({ scopes: ['inbox:read'], expiresAt: inHours(1) });
    for (const body of [{ scopes: ['inbox:read', 'inbox:write'] }, { expiresAt: inHours(2) }]) {
      const answer = await as(manager.secret).rotate(old.id, body);
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'authority_exceeded' });
    }
  });

  it('replays the receipt for the same Idempotency-Key', async () => {
    const manager = await issue();
    const old = await issue();
    const request = {
      token: manager.secret,
      headers: { 'idempotency-key': 'rotate-1' },
      body: { currentPassword: account.password },
    };
    const first = await parley.call('POST', `/account-credentials/${old.id}/rotate`, request);
    const second = await parley.call('POST', `/account-credentials/${old.id}/rotate`, request);
    expect(first.status).toBe(201);
    expect(second.text).toBe(first.text);
  });
});

describe('a credential that is no longer active', () => {
  const endings: [string, string, (manager: string, target: IssuedCredential) => Promise<unknown>][] = [
    ['credential_inactive', 'credential_revoked', (manager, { id }) => as(manager).revoke(id)],
    ['credential_already_rotated', 'credential_rotated', (manager, { id }) => as(manager).rotate(id)],
    ['credential_inactive', 'credential_expired', (_manager, { id }) => age(id, 25)],
    ['credential_inactive', 'issuer_session_revoked', (_manager, { id }) => endSession(id)],
  ];

  it.each(endings)('409 %s on edit and rotate, 401 %s on use', async (conflict, refusal, end) => {
    const manager = await issue();
    const target = await issue();
    await end(manager.secret, target);
    const edit = await as(manager.secret).edit(target.id, { name: 'x' });
    expect({ status: edit.status, code: edit.body.code }).toEqual({ status: 409, code: conflict });
    const rotate = await as(manager.secret).rotate(target.id);
    expect({ status: rotate.status, code: rotate.body.code }).toEqual({ status: 409, code: conflict });
    const used = await use(target.secret);
    expect({ status: used.status, code: used.body.code }).toEqual({ status: 401, code: refusal });
    expect(used.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('400, 401 and 403 come before 409', async () => {
    const manager = await issue();
    const target = await issue();
    await as(manager.secret).revoke(target.id);
    expect((await as(manager.secret).edit(target.id, {})).status).toBe(400);
    const wrong = credentialCalls(parley, 'not the password', { token: manager.secret });
    expect((await wrong.edit(target.id, { name: 'x' })).status).toBe(401);
    expect((await wrong.rotate(target.id)).status).toBe(401);
  });

  it('tells expired from invalid by what came first', async () => {
    const manager = await issue();
    const target = await issue();
    await age(target.id, 25);
    await endSession(target.id);
    expect((await use(target.secret)).body.code).toBe('credential_expired');
    expect(await as(manager.secret).get(target.id)).toMatchObject({ status: 'expired' });
  });
});
