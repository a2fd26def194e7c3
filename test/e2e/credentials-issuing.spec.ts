import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls, type CredentialOptions } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

const ORIGIN = 'http://localhost:3000';
const TRUSTED = 'https://app.example.com';
const SECRET = /^ca_[0-9A-Za-z]{49}$/;
const UUID = /^[0-9a-f-]{36}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 24 * 3_600_000;

let parley: Parley;
let account: TestAccount;

beforeAll(async () => {
  parley = await startParley({ settings: { TRUSTED_ORIGINS: TRUSTED } });
  account = await anAccount(parley);
});

afterAll(async () => {
  await parley.stop();
});

const issue = (options?: CredentialOptions) => aCredential(parley, account, options);
const as = (secret: string) => credentialCalls(parley, account.password, { token: secret });
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const use = (secret: string) => parley.call('GET', '/account-credentials', { token: secret });

describe('bootstrapAccountCredential', () => {
  const bootstrap = (body: object, headers: Record<string, string> = {}) =>
    parley.call('POST', '/account-credentials/bootstrap', { body, headers });
  const wish = (more: object = {}) => ({
    email: account.email,
    currentPassword: account.password,
    name: 'ci',
    scopes: ['credentials:read', 'workspaces:read'],
    ...more,
  });

  it('201 a receipt with everything that is known, and the secret', async () => {
    const { status, body, headers } = await bootstrap(wish());
    expect(status).toBe(201);
    expect(body).toEqual({
      secret: expect.stringMatching(SECRET),
      credential: {
        id: expect.stringMatching(UUID),
        name: 'ci',
        status: 'active',
        secretPrefix: body.secret.slice(0, 7),
        audience: 'http://localhost:3000/api/v1',
        scopes: ['credentials:read', 'workspaces:read'],
        issuedBy: 'bootstrap',
        parentCredentialId: null,
        createdAt: expect.stringMatching(INSTANT),
        updatedAt: expect.stringMatching(INSTANT),
        expiresAt: expect.stringMatching(INSTANT),
        lastUsedAt: null,
        rotation: null,
        revocation: null,
        history: [{ kind: 'issued', at: body.credential.createdAt, byKind: 'password', byId: null }],
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    const life = Date.parse(body.credential.expiresAt) - Date.parse(body.credential.createdAt);
    expect(life).toBeLessThanOrEqual(DAY_MS);
    expect(life).toBeGreaterThan(DAY_MS - 5_000);
    expect((await use(body.secret)).status).toBe(200);
  });

  it('201 an issuer session on the server, of which no secret exists', async () => {
    const { body } = await bootstrap(wish());
    const [session] = await parley.database.query(
      `SELECT s.secret_hash, s.expires_at >= c.expires_at AS bounds FROM sessions s
       JOIN account_credentials c ON c.issuer_session_id = s.id WHERE c.id = $1`,
      [body.credential.id],
    );
    expect(session).toEqual({ secret_hash: null, bounds: true });
  });

  it('201 as asked: expiry to the millisecond, name with its blanks, address in another case', async () => {
    const expiresAt = inHours(2);
    const { status, body } = await bootstrap(wish({ expiresAt, name: ' ci ', email: account.email.toUpperCase() }));
    expect(status).toBe(201);
    expect(body.credential).toMatchObject({ expiresAt, name: ' ci ' });
  });

  it.each([
    ['nothing', undefined, ['/name', '/scopes', '/currentPassword', '/email']],
    ['an empty name', { name: '' }, ['/name']],
    ['a blank name', { name: ' \t' }, ['/name']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['/name']],
    ['a name that is no text', { name: 7 }, ['/name']],
    ['no scope', { scopes: [] }, ['/scopes']],
    ['the same scope twice', { scopes: ['inbox:read', 'inbox:read'] }, ['/scopes']],
    ['a scope of keys', { scopes: ['agents:read'] }, ['/scopes']],
    ['scopes as text', { scopes: 'inbox:read' }, ['/scopes']],
    ['no expiry at all', { expiresAt: null }, ['/expiresAt']],
    ['an expiry without a zone', { expiresAt: '2030-01-31T09:30:00' }, ['/expiresAt']],
    ['an expiry on no day', { expiresAt: '2030-02-30T09:30:00Z' }, ['/expiresAt']],
    ['an expiry as a number', { expiresAt: 1893456000 }, ['/expiresAt']],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['/expiresAt']],
    ['an expiry beyond 24 hours', { expiresAt: '2999-01-01T00:00:00Z' }, ['/expiresAt']],
    ['an audience elsewhere', { audience: 'https://elsewhere.example' }, ['/audience']],
    ['no audience', { audience: null }, ['/audience']],
    ['an address that is none', { email: 'ada' }, ['/email']],
    ['an empty password', { currentPassword: '' }, ['/currentPassword']],
    ['an unknown field', { role: 'owner' }, ['/role']],
  ])('400 for %s', async (_what, change, paths) => {
    const { status, body } = await bootstrap(change === undefined ? {} : wish(change));
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([...paths].sort());
  });

  it('400 before the password is looked at', async () => {
    const { body } = await bootstrap(wish({ currentPassword: 'wrong', expiresAt: '2020-01-01T00:00:00Z' }));
    expect(body.code).toBe('validation_failed');
  });

  it('401 alike for an unknown email, a wrong password and an unverified account with a wrong password', async () => {
    const unverified = await anAccount(parley);
    await parley.database.query('UPDATE accounts SET email_verified_at = NULL WHERE id = $1', [unverified.id]);
    const answers = await Promise.all([
      bootstrap(wish({ email: 'nobody@example.com' })),
      bootstrap(wish({ currentPassword: 'not the password' })),
      bootstrap(wish({ email: unverified.email, currentPassword: 'not the password' })),
    ]);
    for (const { status, text } of answers) {
      expect(status).toBe(401);
      expect(text).toBe(answers[0].text);
    }
    expect(answers[0].body.code).toBe('password_proof_failed');

    const right = await bootstrap(wish({ email: unverified.email, currentPassword: unverified.password }));
    expect({ status: right.status, code: right.body.code }).toEqual({ status: 403, code: 'email_not_verified' });
  });

  it('replays the receipt for the same Idempotency-Key, and takes another body for another request', async () => {
    const key = { 'idempotency-key': 'bootstrap-1' };
    const first = await bootstrap(wish({ name: 'once' }), key);
    const second = await bootstrap(wish({ name: 'once' }), key);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('cache-control')).toBe('no-store');
    const other = await bootstrap(wish({ name: 'twice' }), key);
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const [{ count }] = await parley.database.query(
      `SELECT count(*)::int FROM account_credentials WHERE name IN ('once', 'twice')`,
    );
    expect(count).toBe(2);
  });

  it('keeps no refusal under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'bootstrap-2' };
    expect((await bootstrap(wish({ currentPassword: 'not the password' }), key)).status).toBe(401);
    expect((await bootstrap(wish(), key)).status).toBe(201);
  });
});

describe('createAccountCredential', () => {
  const cookieCreate = (origin?: string) =>
    credentialCalls(parley, account.password, { cookie: account.cookie, ...(origin ? { origin } : {}) }).create({
      name: 'by hand',
      scopes: ['inbox:read'],
    });

  it('201 under a session, which a later sign-out ends', async () => {
    const { status, body, headers } = await cookieCreate(ORIGIN);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.credential).toMatchObject({ issuedBy: 'session', parentCredentialId: null, status: 'active' });
    expect(body.credential.history).toEqual([
      { kind: 'issued', at: body.credential.createdAt, byKind: 'session', byId: expect.stringMatching(UUID) },
    ]);
  });

  it('201 from a trusted page; 403 without Origin and from any other', async () => {
    expect((await cookieCreate(TRUSTED)).status).toBe(201);
    for (const origin of [undefined, 'https://evil.example', `${ORIGIN}/`, 'null', `${TRUSTED}:443`]) {
      const { status, body } = await cookieCreate(origin);
      expect({ origin, status, code: body.code }).toEqual({ origin, status: 403, code: 'origin_not_trusted' });
    }
  });

  it('201 a child of the machine that asks, no longer than its parent', async () => {
    const expiresAt = inHours(1);
    const parent = await issue({ expiresAt });
    const { status, body } = await as(parent.secret).create({ name: 'child', scopes: ['inbox:read'] });
    expect(status).toBe(201);
    expect(body.credential).toMatchObject({ issuedBy: 'credential', parentCredentialId: parent.id, expiresAt });
    expect(body.credential.history[0]).toMatchObject({ byKind: 'credential', byId: parent.id });
  });

  it('400 beyond the life of the machine that asks', async () => {
    const parent = await issue({ expiresAt: inHours(1) });
    const { status, body } = await as(parent.secret).create({
      name: 'child',
      scopes: ['inbox:read'],
      expiresAt: inHours(2),
    });
    expect({ status, path: body.details[0].path }).toEqual({ status: 400, path: '/expiresAt' });
  });

  it('403 for scopes beyond those of the machine, before its password is looked at', async () => {
    const parent = await issue({ scopes: ['credentials:write', 'inbox:read'] });
    const { status, body, headers } = await parley.call('POST', '/account-credentials', {
      token: parent.secret,
      body: { name: 'child', scopes: ['inbox:read', 'inbox:write'], currentPassword: 'not the password' },
    });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'scope_missing' });
    expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="inbox:write"');
  });

  it('403 without credentials:write, before the body is looked at', async () => {
    const reader = await issue({ scopes: ['credentials:read'] });
    const { status, body } = await parley.call('POST', '/account-credentials', { token: reader.secret, body: {} });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'scope_missing' });
  });

  it('401 for a wrong password, even if all else is right', async () => {
    const parent = await issue();
    const calls = credentialCalls(parley, 'not the password', { token: parent.secret });
    const { status, body } = await calls.create({ name: 'child', scopes: ['inbox:read'] });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'password_proof_failed' });
  });

  it('201 for MCP, which REST refuses', async () => {
    const parent = await issue();
    const audience = 'http://localhost:3000/mcp';
    const { body } = await as(parent.secret).create({ name: 'tools', scopes: ['credentials:read'], audience });
    expect(body.credential.audience).toBe(audience);
    const refused = await use(body.secret);
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 401,
      code: 'token_audience_mismatch',
    });
  });

  it('201 for REST if that is named; an unknown audience is refused with a list of the known ones', async () => {
    const parent = await issue();
    const audience = 'http://localhost:3000/api/v1';
    const input = { name: 'tools', scopes: ['credentials:read'] };
    const { body } = await as(parent.secret).create({ ...input, audience });
    expect(body.credential.audience).toBe(audience);
    expect((await use(body.secret)).status).toBe(200);
    const refused = await as(parent.secret).create({ ...input, audience: 'https://elsewhere.example' });
    expect(refused.body.details[0].message).toBe(`must be ${audience} or http://localhost:3000/mcp`);
  });

  it('replays the receipt for the same Idempotency-Key', async () => {
    const parent = await issue();
    const request = {
      token: parent.secret,
      headers: { 'idempotency-key': 'create-1' },
      body: { name: 'one', scopes: ['inbox:read'], currentPassword: account.password },
    };
    const first = await parley.call('POST', '/account-credentials', request);
    const second = await parley.call('POST', '/account-credentials', request);
    expect(first.status).toBe(201);
    expect(second.text).toBe(first.text);
  });
});
