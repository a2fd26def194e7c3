import type { Type } from '@nestjs/common';
import { IdentityPort } from '../../src/accounts/identity/identity.port';
import { newId } from '../../src/common/database/uuid';
import { anAccount, PASSWORD } from '../factories/account';
import type { Reply } from '../support/call';
import { HASHES } from '../support/cheap-hashes';
import { lastTokenTo, mailsTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
afterEach(() => jest.restoreAllMocks());

const anEmail = (): string => `${newId()}@example.com`;

function post(path: string, body: object): Promise<Reply> {
  return parley.call('POST', path, { body });
}

function register(email: string, password = PASSWORD, name = 'Ada'): Promise<Reply> {
  return post('/accounts', { email, password, name });
}

function verify(token = '', password = PASSWORD): Promise<Reply> {
  return post('/accounts/verify', { token, password });
}

async function signInStatus(email: string, password: string): Promise<number> {
  return (await post('/sessions', { email, password })).status;
}

describe('registerAccount', () => {
  it('keeps the password as the argon2id hash that OWASP recommends', async () => {
    jest.replaceProperty(HASHES, 'costWhatIsAsked', true);
    const email = anEmail();
    expect((await register(email)).status).toBe(202);
    const [row] = await parley.database.query<{ password_hash: string }[]>(
      'SELECT password_hash FROM registrations JOIN accounts a ON a.id = account_id WHERE a.email = $1',
      [email],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('202 sends a mail whose token, single use, makes the account', async () => {
    const email = anEmail();
    const reply = await register(` ${email.toUpperCase()}\t`, PASSWORD, '  Ada  ');
    expect([reply.status, reply.body]).toEqual([202, { status: 'verification_sent' }]);
    const [mail] = await mailsTo(parley, email);
    expect(mail?.text).toContain(`http://localhost:3000/verify-email#token=${mail?.token}`);
    expect(mail?.text).toContain(`curl -X POST http://localhost:3000/api/v1/accounts/verify`);
    const verified = await post('/accounts/verify', { token: mail?.token, password: PASSWORD });
    expect(verified.status).toBe(200);
    expect(verified.body).toEqual({
      id: expect.any(String) as string,
      email,
      emailVerified: true,
      name: 'Ada',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(await signInStatus(email, PASSWORD)).toBe(201);
  });

  it('202, the same and with the same hashing, for an address with an account, and notifies its owner', async () => {
    const { email } = await anAccount(parley);
    const prepare = jest.spyOn(parley.get(IdentityPort as unknown as Type<IdentityPort>), 'prepare');
    const [known, unknown] = [await register(email, 'the password of a stranger'), await register(anEmail())];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(prepare).toHaveBeenCalledTimes(2);
    expect((await mailsTo(parley, email)).map(({ subject, token }) => [subject, token])).toEqual([
      ['You already have a Parley account', ''],
    ]);
    expect(await signInStatus(email, PASSWORD)).toBe(201);
    expect(await signInStatus(email, 'the password of a stranger')).toBe(401);
  });

  it('202 for many at once: one account, a mail for each', async () => {
    const email = anEmail();
    const replies = await Promise.all(Array.from({ length: 8 }, () => register(email)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await mailsTo(parley, email)).toHaveLength(8);
  });

  it('400 for a short password, no name, a name with line breaks, an address list', async () => {
    const body = { email: anEmail(), password: PASSWORD, name: 'Ada' };
    const problems = async (change: object): Promise<string[]> =>
      ((await post('/accounts', { ...body, ...change })).body.details as { path: string; code: string }[]).map(
        ({ path, code }) => `${path} ${code}`,
      );
    expect(await problems({ password: 'eleven char' })).toEqual(['/password too_short']);
    expect(await problems({ password: 'x'.repeat(201) })).toEqual(['/password too_long']);
    expect(await problems({ name: '   ' })).toEqual(['/name required']);
    expect(await problems({ name: 'Ada\r\nBcc: eve@example.com' })).toEqual(['/name invalid']);
    expect(await problems({ email: 'a@example.com, b@example.com' })).toEqual(['/email invalid_email']);
    expect(await problems({ email: '"a b"@example.com' })).toEqual(['/email invalid_email']);
    expect(await problems({ email: 'Ada <ada@example.com>' })).toEqual(['/email invalid_email']);
    for (const domain of ['shop。example.com', 'shop．example.com', 'sh%6fp.example.com', 'ｓhop.example.com']) {
      expect(await problems({ email: `ada@${domain}` })).toEqual(['/email invalid_email']);
    }
  });
});

describe('verifyAccountEmail', () => {
  it('400 for a token that is used, expired, unknown or of another purpose, always the same', async () => {
    const [used, expired, reset] = [anEmail(), anEmail(), (await anAccount(parley, { verified: false })).email];
    await register(used);
    await register(expired);
    await post('/accounts/password-reset', { email: reset });
    const tokens = await Promise.all([used, expired, reset].map((email) => lastTokenTo(parley, email)));
    await post('/accounts/verify', { token: tokens[0], password: PASSWORD });
    await parley.database.query(
      `UPDATE email_tokens SET expires_at = now() WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
      [expired],
    );
    const replies = await Promise.all(
      [...tokens, 'cm_no'].flatMap((token) => [
        verify(token),
        post('/accounts/verify', { token, newPassword: PASSWORD }),
      ]),
    );
    for (const { status, body } of replies) {
      expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', '/token']);
    }
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it('200 for exactly one of many at once', async () => {
    for (let round = 0; round < 3; round++) {
      const email = anEmail();
      await register(email);
      const token = await lastTokenTo(parley, email);
      const replies = await Promise.all(Array.from({ length: 6 }, () => verify(token)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    }
  });

  it('200 for exactly one of two registrations at once, whose password then counts', async () => {
    for (let round = 0; round < 3; round++) {
      const email = anEmail();
      const passwords = ['password of the first', 'password of the second'];
      for (const password of passwords) await register(email, password);
      const tokens = (await mailsTo(parley, email)).map(({ token }) => token);
      const replies = await Promise.all(tokens.map((token, at) => verify(token, passwords[at])));
      const statuses = replies.map(({ status }) => status);
      expect([...statuses].sort()).toEqual([200, 400]);
      const [winner, loser] = statuses[0] === 200 ? passwords : [...passwords].reverse();
      expect([await signInStatus(email, winner ?? ''), await signInStatus(email, loser ?? '')]).toEqual([201, 401]);
    }
  });

  it('200 takes the account from a registration by a person who does not own the address', async () => {
    const email = anEmail();
    await register(email, 'password of the hijacker', 'Eve');
    const hijacker = await post('/sessions', { email, password: 'password of the hijacker' });
    const cookie = /parley_session=(\w+)/.exec(hijacker.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect((await parley.call('GET', '/account', { cookie })).status).toBe(200);
    const hijackersToken = await lastTokenTo(parley, email);

    await register(email, PASSWORD, 'Ada');
    const verified = await verify(await lastTokenTo(parley, email));
    expect(verified.body).toMatchObject({ email, name: 'Ada', emailVerified: true });
    expect(await signInStatus(email, PASSWORD)).toBe(201);
    expect(await signInStatus(email, 'password of the hijacker')).toBe(401);
    expect((await parley.call('GET', '/account', { cookie })).status).toBe(401);
    // Nor does a later answer to the hijacker's mail bring their password back.
    expect((await verify(hijackersToken, 'password of the hijacker')).status).toBe(400);
    expect(await signInStatus(email, PASSWORD)).toBe(201);
  });

  it('200 keeps the session of an owner who signed in before reading the mail', async () => {
    const email = anEmail();
    await register(email);
    const signedIn = await post('/sessions', { email, password: PASSWORD });
    const cookie = /parley_session=(\w+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
    await verify(await lastTokenTo(parley, email));
    expect((await parley.call('GET', '/account', { cookie })).body).toMatchObject({ emailVerified: true });
    const waiting = await parley.database.query<unknown[]>(
      `SELECT FROM accounts a WHERE email = $1 AND (
         EXISTS (SELECT FROM registrations WHERE account_id = a.id)
         OR EXISTS (SELECT FROM email_tokens WHERE account_id = a.id AND used_at IS NULL))`,
      [email],
    );
    expect(waiting).toEqual([]);
  });

  it('200 with a new password and a name for who does not know the old one', async () => {
    const email = anEmail();
    await register(email, 'a password with a typo');
    const token = await lastTokenTo(parley, email);
    const reply = await post('/accounts/verify', { token, newPassword: PASSWORD, name: ' Grace ' });
    expect([reply.status, reply.body.name]).toEqual([200, 'Grace']);
    expect(await signInStatus(email, PASSWORD)).toBe(201);
    expect(await signInStatus(email, 'a password with a typo')).toBe(401);
  });

  it('200 with a new password alone takes the name from the address', async () => {
    const email = anEmail();
    await register(email);
    const token = await lastTokenTo(parley, email);
    expect((await post('/accounts/verify', { token, newPassword: PASSWORD })).body.name).toBe(email.split('@')[0]);
  });

  it('400 that names the field for a token alone, both passwords, or a name beside a known one; none uses it up', async () => {
    const email = anEmail();
    await register(email);
    const token = await lastTokenTo(parley, email);
    const problem = async (rest: object): Promise<string> => {
      const { status, body } = await post('/accounts/verify', { token, ...rest });
      return `${status} ${body.code} ${body.details[0].path} ${body.details[0].code}`;
    };
    expect(await problem({})).toBe('400 validation_failed /password required');
    expect(await problem({ name: 'Ada' })).toBe('400 validation_failed /password required');
    expect(await problem({ password: PASSWORD, newPassword: PASSWORD })).toBe(
      '400 validation_failed /newPassword not_allowed',
    );
    expect(await problem({ password: PASSWORD, name: 'Ada' })).toBe('400 validation_failed /name not_allowed');
    expect(await problem({ newPassword: 'eleven char' })).toBe('400 validation_failed /newPassword too_short');
    expect(await problem({ password: null })).toMatch('400 validation_failed /password');
    expect((await verify(token)).status).toBe(200);
  });

  it('401 for a wrong password, which does not use the token up', async () => {
    const email = anEmail();
    await register(email);
    const token = await lastTokenTo(parley, email);
    const refused = await verify(token, 'not the password');
    expect([refused.status, refused.body.code]).toEqual([401, 'password_proof_failed']);
    expect((await verify(token)).status).toBe(200);
  });
});

describe('resendAccountVerification', () => {
  it('202 sends the mail of the registration whose password it is', async () => {
    const email = anEmail();
    await register(email, PASSWORD, 'Grace');
    await register(email, 'password of another one');
    const again = await post('/accounts/verification', { email, password: PASSWORD });
    expect([again.status, again.body]).toEqual([202, { status: 'verification_sent' }]);
    expect((await mailsTo(parley, email)).at(-1)?.text).toContain('“Grace”');
    const token = await lastTokenTo(parley, email);
    expect((await verify(token, 'password of another one')).status).toBe(401);
    expect((await verify(token)).body.name).toBe('Grace');
    expect(await signInStatus(email, PASSWORD)).toBe(201);
  });

  it.each([undefined, 'nobody’s password'])(
    '202 for the password %s sends a mail of no registration',
    async (password) => {
      const email = anEmail();
      await register(email);
      await post('/accounts/verification', { email, ...(password && { password }) });
      const token = await lastTokenTo(parley, email);
      const problem = async (rest: object): Promise<string> => {
        const { status, body } = await post('/accounts/verify', { token, ...rest });
        return `${status} ${body.details[0].path} ${body.details[0].code}`;
      };
      expect(await problem({ password: PASSWORD })).toBe('400 /newPassword required');
      expect(await problem({ newPassword: PASSWORD })).toBe('400 /name required');
      const reply = await post('/accounts/verify', { token, newPassword: 'a password said anew', name: 'Grace' });
      expect(reply.body).toMatchObject({ emailVerified: true, name: 'Grace' });
      expect(await signInStatus(email, 'a password said anew')).toBe(201);
      expect(await signInStatus(email, PASSWORD)).toBe(401);
    },
  );

  it('202 gives the registration the time of the new mail', async () => {
    const email = anEmail();
    await register(email);
    await parley.database.query(`UPDATE registrations SET expires_at = now() + interval '1 minute'`);
    await post('/accounts/verification', { email, password: PASSWORD });
    const [row] = await parley.database.query<[{ hours: number }]>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM registrations
       WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
      [email],
    );
    expect(row.hours).toBe(24);
  });

  it('202, the same and with as many writes, for an unknown address and a verified one, which get no mail', async () => {
    const verified = (await anAccount(parley)).email;
    const waiting = anEmail();
    await register(waiting);
    const replies = await Promise.all(
      [waiting, verified, anEmail()].map((email) => post('/accounts/verification', { email })),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mailsTo(parley, verified)).toEqual([]);
    const statements = await parley.statementsOf(() => post('/accounts/verification', { email: anEmail() }));
    expect(statements.filter((sql) => sql.includes('INSERT INTO "mail_outbox"'))).toHaveLength(1);
  });
});
