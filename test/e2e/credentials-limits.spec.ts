import type { Type } from '@nestjs/common';
import { IdentityPort } from '../../src/accounts/identity/identity.port';
import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

describe('the limits of credentials', () => {
  let limited: Parley;
  let owner: TestAccount;

  beforeAll(async () => {
    limited = await startParley({
      settings: { LIMIT_PROOF_PER_USER: '4', LIMIT_PROOF_PER_USER_EVERYWHERE: '5', LIMIT_LIST_PER_USER: '2' },
    });
    owner = await anAccount(limited);
    await limited.database.query('TRUNCATE rate_limits');
  });
  afterAll(async () => {
    await limited.stop();
  });
  afterEach(async () => {
    await limited.database.query('TRUNCATE rate_limits');
  });

  const attempt = (email: string, password: string, headers: Record<string, string> = {}) =>
    limited.call('POST', '/account-credentials/bootstrap', {
      body: { email, currentPassword: password, name: 'x', scopes: ['credentials:write', 'credentials:read'] },
      headers,
    });

  it('429 after four wrong proofs of one user, unknown ones included, for the right one too', async () => {
    for (const email of [owner.email, 'nobody@example.com']) {
      for (let n = 0; n < 4; n++) expect((await attempt(email, 'wrong')).status).toBe(401);
      const { status, body, headers } = await attempt(email, owner.password);
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('429 counts a refused proof that an Idempotency-Key rolls back, and no right one, also of a replay', async () => {
    const key = { 'idempotency-key': 'counted' };
    for (let n = 0; n < 3; n++) expect((await attempt(owner.email, 'wrong', key)).status).toBe(401);
    expect((await attempt(owner.email, owner.password, key)).status).toBe(201);
    expect((await attempt(owner.email, owner.password, key)).headers.get('idempotency-replayed')).toBe('true');
    expect((await attempt(owner.email, 'wrong')).status).toBe(401);
    expect((await attempt(owner.email, owner.password)).status).toBe(429);
  });

  it('429 on every operation with a proof, together, for the credential that calls', async () => {
    const { secret, id } = await aCredential(limited, owner);
    const other = await aCredential(limited, owner);
    const calls = credentialCalls(limited, owner.password, { token: secret });
    expect((await calls.edit(id, { name: 'x' })).status).toBe(200);
    expect((await calls.create({ name: 'x', scopes: ['credentials:read'] })).status).toBe(201);
    expect((await calls.edit(id, { name: 'y' })).status).toBe(200);
    expect((await calls.edit(id, { name: 'z' })).status).toBe(200);
    expect((await calls.create({ name: 'x', scopes: ['credentials:read'] })).status).toBe(429);
    expect((await calls.edit(id, { name: 'x' })).status).toBe(429);
    expect((await calls.rotate(id)).status).toBe(429);
    expect((await calls.revoke(id)).status).toBe(429);
    const byOther = credentialCalls(limited, owner.password, { token: other.secret });
    expect((await byOther.revoke(id)).status).toBe(200);
  });

  it('429 after too many listings of one user, whichever credential lists', async () => {
    const one = await aCredential(limited, owner);
    const other = await aCredential(limited, owner);
    const list = (secret: string) => limited.call('GET', '/account-credentials', { token: secret });
    expect((await list(one.secret)).headers.get('ratelimit-remaining')).toBe('1');
    expect((await list(other.secret)).status).toBe(200);
    expect((await list(other.secret)).status).toBe(429);
  });

  it('429 after so many credentials issued by one account, each of which would bring proofs of its own', async () => {
    const scopes = ['credentials:write'];
    const create = (token: string) => credentialCalls(limited, owner.password, { token }).create({ name: 'x', scopes });
    let newest = (await aCredential(limited, owner)).secret;
    for (let n = 0; n < 5; n++) newest = (await create(newest)).body.secret as string;
    expect((await create(newest)).status).toBe(429);
    const byNewest = credentialCalls(limited, owner.password, { token: newest });
    const [{ id }] = await limited.database.query<[{ id: string }]>(
      'SELECT id FROM account_credentials ORDER BY id DESC LIMIT 1',
    );
    expect((await byNewest.revoke(id)).status).toBe(200);
  });
});

describe('credentials while something else is out of order', () => {
  let parley: Parley;
  let owner: TestAccount;

  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
  });
  afterAll(async () => {
    await parley.stop();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const bootstrap = () =>
    parley.call('POST', '/account-credentials/bootstrap', {
      body: { email: owner.email, currentPassword: owner.password, name: 'x', scopes: ['credentials:read'] },
    });

  it('503 identity_unavailable on every operation with a proof, and nothing changes', async () => {
    const { id, secret } = await aCredential(parley, owner);
    const calls = credentialCalls(parley, owner.password, { token: secret });
    const identity = parley.get(IdentityPort as Type<IdentityPort>);
    jest.spyOn(identity, 'verify').mockRejectedValue(new Error('connection refused'));
    for (const answer of [
      await bootstrap(),
      await calls.create({ name: 'x', scopes: ['credentials:read'] }),
      await calls.edit(id, { name: 'y' }),
      await calls.rotate(id),
      await calls.revoke(id),
    ]) {
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 503, code: 'identity_unavailable' });
      expect(answer.headers.get('retry-after')).not.toBeNull();
    }
    const { body } = await calls.list();
    expect(body.credentials).toMatchObject([{ id, name: 'test', status: 'active' }]);
  });

  it('503 where the issuer session cannot be opened, without a credential', async () => {
    jest.spyOn(parley.get(SessionsService), 'openIssuerSession').mockRejectedValue(new Error('connection refused'));
    const { status, body, text } = await bootstrap();
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'identity_unavailable' });
    expect(text).not.toContain('refused');
  });
});
