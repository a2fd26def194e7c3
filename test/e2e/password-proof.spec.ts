import type { Type } from '@nestjs/common';
import { HashPool } from '../../src/accounts/identity/hash-pool';
import { IdentityPort } from '../../src/accounts/identity/identity.port';
import { newId } from '../../src/common/database/uuid';
import { anAccount, PASSWORD } from '../factories/account';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const anEmail = (): string => `${newId()}@example.com`;

describe('the identity service', () => {
  let impatient: Parley;
  beforeAll(async () => {
    impatient = await startParley({ settings: { IDENTITY_TIMEOUT_MS: '1000' } });
  });
  afterAll(() => impatient.stop());
  afterEach(() => jest.restoreAllMocks());

  const signIn = (): Promise<Reply> =>
    impatient.call('POST', '/sessions', { body: { email: anEmail(), password: PASSWORD } });
  const port = (): IdentityPort => impatient.get(IdentityPort as unknown as Type<IdentityPort>);

  it('503 identity_unavailable where it does not answer', async () => {
    jest.spyOn(port(), 'verify').mockReturnValue(new Promise(() => {}));
    const reply = await signIn();
    expect([reply.status, reply.body.code]).toEqual([503, 'identity_unavailable']);
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('503 identity_unavailable where it fails, and nothing of a registration stays', async () => {
    jest.spyOn(port(), 'adopt').mockRejectedValue(new Error('the directory is down'));
    const body = { email: anEmail(), password: PASSWORD, name: 'Ada' };
    const reply = await impatient.call('POST', '/accounts', { body });
    expect([reply.status, reply.body.code]).toEqual([503, 'identity_unavailable']);
    expect(reply.text).not.toContain('directory');
    const rows = await impatient.database.query<unknown[]>('SELECT 1 FROM accounts WHERE email = $1', [body.email]);
    expect(rows).toEqual([]);
  });

  it('does the same work for an unknown email', async () => {
    const { id } = await anAccount(impatient);
    const statements = (who: string | null): Promise<string[]> =>
      impatient.statementsOf(async () => {
        expect(await port().verify(who, 'not the password')).toBe(false);
      });
    const hashes = jest.spyOn(HashPool.prototype, 'run');
    expect(await statements(null)).toEqual(await statements(id));
    expect(hashes).toHaveBeenCalledTimes(2);
    // An account without a password cannot be opened with the decoy's.
    expect(await port().verify(null, `decoy ${process.pid}`)).toBe(false);
  });
});

describe('limits', () => {
  let limited: Parley;
  beforeAll(async () => {
    limited = await startParley({
      settings: {
        LIMIT_PROOF_PER_USER: '5',
        LIMIT_PROOF_PER_ADDRESS: '20',
        LIMIT_SIGN_UP_PER_ADDRESS: '3',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
  });
  afterAll(() => limited.stop());

  const from = (address: string, path: string, body: object): Promise<Reply> =>
    limited.call('POST', path, { body, headers: { 'x-forwarded-for': address } });
  const prove = (address: string, email: string, password: string): Promise<Reply> =>
    from(address, '/sessions', { email, password });

  it('429 after five wrong passwords for one user from one address, known or not, while the sessions go on', async () => {
    const { email, cookie } = await anAccount(limited);
    for (const [address, tried] of [
      ['10.0.0.1', email],
      ['10.0.0.2', anEmail()],
    ] as const) {
      const replies: Reply[] = [];
      for (let attempt = 0; attempt < 5; attempt++) replies.push(await prove(address, tried, 'wrong'));
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      expect(replies.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0']);
      const refused = await prove(address, tried, PASSWORD);
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(refused.headers.get('ratelimit-limit')).toBe('5');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    }
    expect((await limited.call('GET', '/account', { cookie })).status).toBe(200);
    expect((await prove('10.0.0.3', email, PASSWORD)).status).toBe(201);
  });

  it('counts no right password for the user', async () => {
    const { email } = await anAccount(limited);
    for (let attempt = 0; attempt < 7; attempt++) expect((await prove('10.0.0.4', email, PASSWORD)).status).toBe(201);
    expect((await prove('10.0.0.4', email, 'wrong')).headers.get('ratelimit-remaining')).toBe('4');
  });

  it('429 after twenty proofs from one address, without using up the limits of others', async () => {
    const { email } = await anAccount(limited);
    const replies = await Promise.all(Array.from({ length: 20 }, () => prove('10.0.1.1', anEmail(), 'wrong')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await prove('10.0.1.1', email, PASSWORD)).status).toBe(429);
    }
    expect((await prove('10.0.1.2', email, PASSWORD)).status).toBe(201);
  });

  it('429 after twenty right ones as well, so that an address has so many credentials issued and no more', async () => {
    const { id, email } = await anAccount(limited);
    const input = { email, currentPassword: PASSWORD, name: 'x', scopes: ['credentials:read'] };
    const bootstrap = (): Promise<Reply> => from('10.0.5.1', '/account-credentials/bootstrap', input);
    for (let attempt = 0; attempt < 18; attempt++) expect((await bootstrap()).status).toBe(201);
    for (let attempt = 0; attempt < 2; attempt++) expect((await prove('10.0.5.1', email, PASSWORD)).status).toBe(201);
    expect((await bootstrap()).body.code).toBe('rate_limited');
    expect((await prove('10.0.5.1', email, PASSWORD)).status).toBe(429);
    const issued = await limited.database.query<unknown[]>('SELECT FROM account_credentials WHERE account_id = $1', [
      id,
    ]);
    expect(issued).toHaveLength(18);
  });

  it('takes the /64 of IPv6 for one address', async () => {
    const tries = Array.from({ length: 20 }, (_, n) => prove(`2001:db8:0:1::${n.toString(16)}`, anEmail(), 'wrong'));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    expect((await prove('2001:db8:0:1:ffff::', anEmail(), 'wrong')).status).toBe(429);
    expect((await prove('2001:db8:0:2::', anEmail(), 'wrong')).status).toBe(401);
  });

  it('lets through no more than five at the same time', async () => {
    const { email } = await anAccount(limited);
    const replies = await Promise.all(Array.from({ length: 12 }, () => prove('10.0.2.1', email, 'wrong')));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('429 after three of registration, verification mail and password reset from one address', async () => {
    const body = { email: anEmail() };
    expect((await from('10.0.3.1', '/accounts', { ...body, password: PASSWORD, name: 'Ada' })).status).toBe(202);
    expect((await from('10.0.3.1', '/accounts/verification', body)).status).toBe(202);
    expect((await from('10.0.3.1', '/accounts/password-reset', body)).status).toBe(202);
    const refused = await from('10.0.3.1', '/accounts/password-reset', body);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('ratelimit-limit')).toBe('3');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await from('10.0.3.2', '/accounts/password-reset', body)).status).toBe(202);
  });
});
