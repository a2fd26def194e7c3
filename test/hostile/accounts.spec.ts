import { randomUUID } from 'node:crypto';
import { HashPool } from '../../src/accounts/identity/hash-pool';
import { issueSecret } from '../../src/common/secrets/token';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls } from '../factories/credential';
import type { CallOptions, Reply } from '../support/call';
import { lastTokenTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';
import { withoutAudit } from '../support/without-audit';

const ORIGIN = 'http://localhost:3000';
const WRONG = 'not the password of any account';

let parley: Parley;
beforeAll(async () => {
  parley = await startParley({
    settings: {
      LIMIT_PROOF_PER_USER: '4',
      LIMIT_PROOF_PER_ADDRESS: '15',
      LIMIT_PROOF_PER_USER_EVERYWHERE: '6',
      LIMIT_LIST_PER_USER: '3',
      LIMIT_SIGN_UP_PER_ADDRESS: '5',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
afterAll(() => parley.stop());
afterEach(() => jest.restoreAllMocks());

let addresses = 0;
const anAddress = (): string => `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const anEmail = (): string => `${randomUUID()}@example.com`;

function from(address: string, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  return parley.call(method, path, { ...options, headers: { ...options.headers, 'x-forwarded-for': address } });
}

const post = (address: string, path: string, body: object): Promise<Reply> => from(address, 'POST', path, { body });
const signIn = (address: string, email: string, password: string): Promise<Reply> =>
  post(address, '/sessions', { email, password });
const bootstrap = (address: string, email: string, currentPassword: string): Promise<Reply> =>
  post(address, '/account-credentials/bootstrap', {
    email,
    currentPassword,
    name: 'x',
    scopes: ['credentials:read', 'credentials:write'],
  });

async function guess(address: string, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(address, email, WRONG)).status);
  return statuses;
}

/** Uses up what strangers can of a user's budgets: everywhere, and from one address also that of the address. */
async function attack(email: string, address: string): Promise<void> {
  await guess(address, email, 6);
  for (let n = 0; n < 16; n++) await signIn(address, anEmail(), WRONG);
  expect((await signIn(address, anEmail(), WRONG)).status).toBe(429);
  await guess(anAddress(), email, 5);
  expect((await signIn(anAddress(), email, WRONG)).status).toBe(429);
}

describe('what an address tells of its account', () => {
  /** The actions of the account's owner, or of another person at the same address, besides the stranger's. */
  async function activity(address: string, { email, cookie }: TestAccount): Promise<void> {
    expect((await signIn(address, email, PASSWORD)).status).toBe(201);
    const { body, status } = await bootstrap(address, email, PASSWORD);
    expect(status).toBe(201);
    const calls = credentialCalls({ call: (...args) => from(address, ...args) }, WRONG, {
      token: body.secret as string,
    });
    expect((await calls.revoke(body.credential.id as string)).status).toBe(401);
    await calls.list();
    const change = { currentPassword: WRONG, newPassword: PASSWORD };
    await from(address, 'POST', '/account/password', { cookie, origin: ORIGIN, body: change });
  }

  /** Everything that a stranger can do with an address, from two of their own, one of them the owner's as well. */
  async function* sequence(email: string, near: string, far: string): AsyncGenerator<Reply> {
    for (let n = 0; n < 3; n++) yield signIn(near, email, WRONG);
    for (let n = 0; n < 2; n++) yield bootstrap(near, email, WRONG);
    for (let n = 0; n < 2; n++) yield signIn(near, email, WRONG);
    for (let n = 0; n < 4; n++) yield bootstrap(far, email, WRONG);
    yield post(near, '/accounts/verify', { token: issueSecret('cm_'), password: WRONG });
    yield post(near, '/accounts/verify', { token: issueSecret('cm_'), newPassword: WRONG, name: 'Eve' });
    yield post(near, '/accounts/password-reset', { email });
    yield post(near, '/accounts/verification', { email, password: WRONG });
    yield post(near, '/accounts/verification', { email });
    for (let n = 0; n < 3; n++) yield post(near, '/accounts', { email, password: WRONG, name: 'Eve' });
    for (let n = 0; n < 9; n++) yield signIn(near, email, 'another wrong password');
  }

  async function answersFor(email: string, active: TestAccount): Promise<unknown[]> {
    const [near, far] = [anAddress(), anAddress()];
    await activity(near, active);
    const seen: unknown[] = [];
    for await (const reply of sequence(email, near, far)) {
      seen.push(plain(reply));
      if (seen.length === 3) await activity(near, active);
    }
    return seen;
  }

  it('is the same in every header and body for a known, an unknown and an unverified one', async () => {
    const [owner, neighbour] = [await anAccount(parley), await anAccount(parley)];
    const unverified = (await anAccount(parley, { verified: false })).email;
    const known = await answersFor(owner.email, owner);
    expect(new Set(known.map((reply) => (reply as { status: number }).status))).toEqual(new Set([401, 429, 400, 202]));
    expect(await answersFor(anEmail(), neighbour)).toEqual(known);
    await parley.database.query('DELETE FROM rate_limits');
    expect(await answersFor(unverified, neighbour)).toEqual(known);
  });

  it('costs the same statements and hashes', async () => {
    const hashes = jest.spyOn(HashPool.prototype, 'run');
    const costs = async (email: string, call: (email: string) => Promise<Reply>): Promise<unknown> => {
      hashes.mockClear();
      const statements = await parley.statementsOf(() => call(email));
      return [
        hashes.mock.calls.length,
        // A failed proof of a known account is recorded after the response.
        withoutAudit(statements).map((sql) =>
          sql
            .trim()
            .split(/[\s(]+/, 4)
            .join(' '),
        ),
      ];
    };
    const calls: Record<string, (email: string) => Promise<Reply>> = {
      'sign-in': (email) => signIn(anAddress(), email, WRONG),
      bootstrap: (email) => bootstrap(anAddress(), email, WRONG),
      'send again': (email) => post(anAddress(), '/accounts/verification', { email, password: WRONG }),
      'send a mail': (email) => post(anAddress(), '/accounts/verification', { email }),
      'password reset': (email) => post(anAddress(), '/accounts/password-reset', { email }),
      registration: (email) => post(anAddress(), '/accounts', { email, password: WRONG, name: 'Eve' }),
    };
    const known = (await anAccount(parley)).email;
    const unverified = (await anAccount(parley, { verified: false })).email;
    for (const [name, call] of Object.entries(calls)) {
      const cost = await costs(known, call);
      expect([name, await costs(anEmail(), call)]).toEqual([name, cost]);
      expect([name, await costs(unverified, call)]).toEqual([name, cost]);
    }
    // Also where there are as many registrations as there may be.
    for (let n = 0; n < 6; n++) await calls['registration']!(unverified);
    expect(await costs(unverified, calls['send again']!)).toEqual(await costs(known, calls['send again']!));
    expect(await costs(unverified, calls['registration']!)).toEqual(await costs(known, calls['registration']!));
  });
});

/** Everything that the caller can see, except values that differ in every answer. Times are rounded to ten minutes. */
function plain({ status, headers, text }: Reply): unknown {
  const coarse = (seconds: string): string => `${Math.ceil(Number(seconds) / 600)} × 10 min`;
  const shown = [...headers].filter(
    ([name]) => !['x-request-id', 'date', 'set-cookie', 'content-length'].includes(name),
  );
  return {
    status,
    headers: Object.fromEntries(
      shown.map(([name, value]) => [name, /^(retry-after|ratelimit-reset)$/.test(name) ? coarse(value) : value]),
    ),
    text: text.replace(/\d+ seconds/, (seconds) => coarse(parseInt(seconds, 10).toString())),
  };
}

describe('an owner under attack', () => {
  it('revokes, changes the password and lists, from the very address of the attack', async () => {
    const address = anAddress();
    const owner = await anAccount(parley);
    const { id } = await aCredential(parley, owner);
    const other = (await signIn(anAddress(), owner.email, PASSWORD)).body.session.id as string;
    await attack(owner.email, address);

    const here = { cookie: owner.cookie, origin: ORIGIN };
    const calls = credentialCalls({ call: (...args) => from(address, ...args) }, PASSWORD, here);
    expect((await calls.list()).status).toBe(200);
    expect((await calls.create({ name: 'x', scopes: ['workspaces:read'] })).status).toBe(201);
    expect((await calls.revoke(id)).status).toBe(200);
    expect((await from(address, 'GET', '/sessions', here)).status).toBe(200);
    expect((await from(address, 'DELETE', `/sessions/${other}`, here)).status).toBe(200);
    const body = { currentPassword: PASSWORD, newPassword: 'a password after the attack' };
    expect((await from(address, 'POST', '/account/password', { ...here, body })).status).toBe(200);
  });

  it('signs in at home, and elsewhere after a reset of the password there', async () => {
    const [home, elsewhere] = [anAddress(), anAddress()];
    const { email } = await anAccount(parley);
    expect((await signIn(home, email, PASSWORD)).status).toBe(201);
    await attack(email, anAddress());
    expect((await signIn(home, email, PASSWORD)).status).toBe(201);
    expect((await bootstrap(home, email, PASSWORD)).status).toBe(201);

    const refused = await signIn(elsewhere, email, PASSWORD);
    expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '6']);
    await post(elsewhere, '/accounts/password-reset', { email });
    const newPassword = 'a password after the attack';
    await post(elsewhere, '/accounts/password-reset/complete', {
      token: await lastTokenTo(parley, email),
      newPassword,
    });
    expect((await signIn(elsewhere, email, newPassword)).status).toBe(201);
    // Home is no hole: from there, too, a stranger has their few guesses and no more.
    expect(await guess(home, email, 5)).toEqual([401, 401, 401, 401, 429]);
  });

  it('is not kept from anything by who has stolen a credential, beyond that credential', async () => {
    const owner = await anAccount(parley);
    const stolen = await aCredential(parley, owner);
    const spare = await aCredential(parley, owner);
    const thief = credentialCalls(parley, WRONG, { token: stolen.secret });
    for (let n = 0; n < 4; n++) expect((await thief.revoke(spare.id)).status).toBe(401);
    expect((await thief.revoke(spare.id)).status).toBe(429);
    for (let n = 0; n < 3; n++) expect((await thief.list()).status).toBe(200);
    expect((await thief.list()).status).toBe(429);

    const machine = credentialCalls(parley, PASSWORD, { token: spare.secret });
    expect((await machine.revoke(stolen.id)).status).toBe(200);
    const person = credentialCalls(parley, PASSWORD, { cookie: owner.cookie, origin: ORIGIN });
    expect((await person.revoke(spare.id)).status).toBe(200);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery staple' };
    const { status } = await parley.call('POST', '/account/password', {
      cookie: owner.cookie,
      origin: ORIGIN,
      body: change,
    });
    expect(status).toBe(200);
  });

  it('goes before strangers who wait for their guesses to be checked', async () => {
    const owner = await anAccount(parley);
    const lines: unknown[] = [];
    jest.spyOn(HashPool.prototype, 'run').mockImplementation((work, line) => {
      lines.push(line);
      return work();
    });
    const body = { currentPassword: PASSWORD, newPassword: 'a password after the attack' };
    await parley.call('POST', '/account/password', { cookie: owner.cookie, origin: ORIGIN, body });
    await signIn(anAddress(), owner.email, WRONG);
    expect(lines).toEqual(['inside', 'inside', 'outside']);
  });
});

describe('addresses that an account comes from', () => {
  const rowsOf = (accountId: string) =>
    parley.database.query<{ address_hash: Buffer; known_until: Date }[]>(
      'SELECT address_hash, known_until FROM account_addresses WHERE account_id = $1 ORDER BY known_until',
      [accountId],
    );

  it('are kept as hashes that are others for each account, for 30 days, twenty at most', async () => {
    const [one, two] = [await anAccount(parley), await anAccount(parley)];
    const shared = anAddress();
    for (const { email } of [one, two]) await signIn(shared, email, PASSWORD);
    const [[first], [second]] = [await rowsOf(one.id), await rowsOf(two.id)];
    expect(first?.address_hash).not.toEqual(second?.address_hash);
    expect(Math.round((first!.known_until.getTime() - Date.now()) / 86_400_000)).toBe(30);
    for (let n = 0; n < 21; n++) await signIn(anAddress(), one.email, PASSWORD);
    const rows = await rowsOf(one.id);
    expect(rows).toHaveLength(20);
    expect(rows.some(({ address_hash }) => address_hash.equals(first!.address_hash))).toBe(false);
  });

  it('are forgotten after their time', async () => {
    const home = anAddress();
    const { id, email } = await anAccount(parley);
    await signIn(home, email, PASSWORD);
    await attack(email, anAddress());
    await parley.database.query('UPDATE account_addresses SET known_until = now() WHERE account_id = $1', [id]);
    expect((await signIn(home, email, PASSWORD)).status).toBe(429);
    await parley.drain();
    expect(await rowsOf(id)).toEqual([]);
  });
});

describe('guesses at the password of a registration', () => {
  it('429 after so many for one mail, from wherever, and for the right one too; a new password still goes', async () => {
    const email = anEmail();
    await post(anAddress(), '/accounts', { email, password: PASSWORD, name: 'Ada' });
    const token = await lastTokenTo(parley, email);
    const verify = (password: string) => post(anAddress(), '/accounts/verify', { token, password });
    for (let n = 0; n < 4; n++) expect((await verify(WRONG)).body.code).toBe('password_proof_failed');
    const refused = await verify(PASSWORD);
    expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '4']);
    const anew = { token, newPassword: PASSWORD, name: 'Ada' };
    expect((await post(anAddress(), '/accounts/verify', anew)).status).toBe(200);
  });

  it('429 after so many from one address, whichever mails they name', async () => {
    const address = anAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 16; n++) {
      statuses.push((await post(address, '/accounts/verify', { token: issueSecret('cm_'), password: WRONG })).status);
    }
    expect(statuses).toEqual([...Array<number>(15).fill(400), 429]);
  });
});
