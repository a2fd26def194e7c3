import { SessionStrategy } from '../../src/accounts/sessions/session.strategy';
import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import { LastUsed } from '../../src/common/auth/last-used';
import { newId } from '../../src/common/database/uuid';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const ORIGIN = 'http://localhost:3000';
let parley: Parley;

beforeAll(async () => {
  parley = await startParley({ settings: { TRUSTED_ORIGINS: 'https://app.example.com' } });
});
afterAll(() => parley.stop());

function signIn(account: TestAccount, headers: Record<string, string> = {}): Promise<Reply> {
  return parley.call('POST', '/sessions', { body: { email: account.email, password: account.password }, headers });
}

function cookieOf(reply: Reply): string {
  return /^parley_session=(cs_\w{49});/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? 'no cookie';
}

describe('createSession', () => {
  it('201 opens a session with a cookie that works', async () => {
    const account = await anAccount(parley);
    const reply = await signIn(account, { 'user-agent': 'curl/8.5' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('set-cookie')).toMatch(
      /^parley_session=cs_\w{49}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body.session).toMatchObject({ userAgent: 'curl/8.5', current: true });
    expect(Object.keys(reply.body.session as object).sort()).toEqual(
      ['createdAt', 'current', 'expiresAt', 'id', 'lastSeenAt', 'userAgent'].sort(),
    );
    expect(reply.body.account).toMatchObject({ id: account.id, email: account.email, emailVerified: true });
    const current = await parley.call('GET', '/sessions/current', { cookie: cookieOf(reply) });
    expect(current.body).toEqual(reply.body.session);
  });

  it('201 finds the account however its email is written', async () => {
    const account = await anAccount(parley, { email: `zoë.${newId()}@example.com` });
    const email = `  ${account.email.toUpperCase().normalize('NFD')} `;
    const reply = await parley.call('POST', '/sessions', { body: { email, password: PASSWORD } });
    expect(reply.status).toBe(201);
  });

  it('201 lets an unverified account in, to little', async () => {
    const account = await anAccount(parley, { verified: false });
    const reply = await signIn(account);
    expect(reply.body.account.emailVerified).toBe(false);
    const cookie = cookieOf(reply);
    expect((await parley.call('GET', '/account', { cookie })).status).toBe(200);
    const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
    const refused = await parley.call('POST', '/account/password', { cookie, origin: ORIGIN, body: change });
    expect([refused.status, refused.body.code]).toEqual([403, 'email_not_verified']);
  });

  it('201 again from the same Idempotency-Key, with the same cookie', async () => {
    const account = await anAccount(parley);
    const first = await signIn(account, { 'idempotency-key': 'sign-in-1' });
    const second = await signIn(account, { 'idempotency-key': 'sign-in-1' });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect(second.headers.get('set-cookie')).toBe(first.headers.get('set-cookie'));
  });

  it.each([ORIGIN, 'https://app.example.com'])('201 from a page of the trusted origin %s', async (origin) => {
    expect((await signIn(await anAccount(parley), { origin })).status).toBe(201);
  });

  it.each(['https://evil.example', 'http://localhost:3001', 'https://app.example.com.evil.example', 'null'])(
    '403 origin_not_trusted from a page of %s, before the password is looked at',
    async (origin) => {
      const reply = await signIn({ ...(await anAccount(parley)), password: 'wrong' }, { origin });
      expect([reply.status, reply.body.code]).toEqual([403, 'origin_not_trusted']);
      expect(reply.headers.get('set-cookie')).toBeNull();
    },
  );

  it('401 password_proof_failed, the same for an unknown email, a wrong password and an unverified account', async () => {
    const verified = await anAccount(parley);
    const unverified = await anAccount(parley, { verified: false });
    const replies = await Promise.all(
      [verified.email, unverified.email, 'nobody@example.com'].map((email) =>
        parley.call('POST', '/sessions', { body: { email, password: 'not the password' } }),
      ),
    );
    for (const reply of replies) {
      expect([reply.status, reply.body.code]).toEqual([401, 'password_proof_failed']);
      expect(reply.text).toBe(replies[0]?.text);
      expect(reply.headers.get('www-authenticate')).toContain('Bearer realm="parley"');
    }
  });

  it('400 names what is missing and what is too much', async () => {
    const reply = await parley.call('POST', '/sessions', { body: { email: 'no email', remember: true } });
    expect(reply.status).toBe(400);
    expect(reply.body.details.map(({ path, code }: { path: string; code: string }) => [path, code]).sort()).toEqual([
      ['/email', 'invalid_email'],
      ['/password', 'required'],
      ['/remember', 'unknown_field'],
    ]);
  });
});

describe('getCurrentSession', () => {
  it('401 session_expired for a session that has run out', async () => {
    const { cookie, id } = await anAccount(parley);
    await parley.database.query(`UPDATE sessions SET expires_at = now() WHERE account_id = $1`, [id]);
    const reply = await parley.call('GET', '/sessions/current', { cookie });
    expect([reply.status, reply.body.code]).toEqual([401, 'session_expired']);
    expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('401 for a session secret as a bearer credential, and for one with a typing error', async () => {
    const { cookie } = await anAccount(parley);
    const bearer = await parley.call('GET', '/sessions/current', { token: cookie });
    expect([bearer.status, bearer.body.code]).toEqual([401, 'api_key_invalid']);
    const statements = await parley.statementsOf(async () => {
      const reply = await parley.call('GET', '/sessions/current', { cookie: `${cookie.slice(0, -1)}_` });
      expect([reply.status, reply.body.code]).toEqual([401, 'api_key_invalid']);
    });
    expect(statements).toEqual([]);
  });
});

describe('listSessions', () => {
  it('200 lists the live sessions of the account, newest first, issuer sessions included', async () => {
    const account = await anAccount(parley);
    await anAccount(parley);
    const issuer = await parley.get(SessionsService).openIssuerSession(account.id);
    const newest = await signIn(account);
    const { body } = await parley.call('GET', '/sessions', { cookie: account.cookie });
    const sessions = body.sessions as { id: string; current: boolean; userAgent: string | null }[];
    expect(sessions.map(({ current }) => current)).toEqual([false, false, true]);
    expect(sessions.map(({ id }) => id).slice(0, 2)).toEqual([newest.body.session.id, issuer.id]);
    expect(sessions[1]?.userAgent).toBeNull();
    expect(issuer.expiresAt.getTime() - issuer.createdAt.getTime()).toBe(24 * 3600 * 1000);
  });
});

describe('endCurrentSession', () => {
  it('200 ends the session and clears the cookie', async () => {
    const { cookie } = await anAccount(parley);
    const reply = await parley.call('DELETE', '/sessions/current', { cookie, origin: ORIGIN });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'revoked', alreadyRevoked: false });
    expect(reply.headers.get('set-cookie')).toBe('parley_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    const after = await parley.call('GET', '/sessions/current', { cookie });
    expect([after.status, after.body.code]).toEqual([401, 'session_expired']);
  });

  it.each([undefined, 'https://evil.example'])('403 origin_not_trusted with Origin %s', async (origin) => {
    const { cookie } = await anAccount(parley);
    const reply = await parley.call('DELETE', '/sessions/current', { cookie, origin });
    expect([reply.status, reply.body.code]).toEqual([403, 'origin_not_trusted']);
    expect((await parley.call('GET', '/sessions/current', { cookie })).status).toBe(200);
  });
});

describe('revokeSession', () => {
  it('200 ends another session of the account, and answers the first time when called again', async () => {
    const account = await anAccount(parley);
    const other = await signIn(account);
    const path = `/sessions/${other.body.session.id}`;
    const first = await parley.call('DELETE', path, { cookie: account.cookie, origin: ORIGIN });
    expect(first.body).toMatchObject({ id: other.body.session.id, status: 'revoked', alreadyRevoked: false });
    const second = await parley.call('DELETE', path, { cookie: account.cookie, origin: ORIGIN });
    expect(second.body).toEqual({ ...first.body, alreadyRevoked: true });
    expect((await parley.call('GET', '/account', { cookie: cookieOf(other) })).status).toBe(401);
    expect((await parley.call('GET', '/account', { cookie: account.cookie })).status).toBe(200);
  });

  it('404 for a session of another account, exactly as for none', async () => {
    const [mine, theirs] = await Promise.all([anAccount(parley), anAccount(parley)]);
    const { body } = await parley.call('GET', '/sessions/current', { cookie: theirs.cookie });
    const replies = await Promise.all(
      [body.id as string, newId(), 'not-a-uuid'].map((id) =>
        parley.call('DELETE', `/sessions/${id}`, { cookie: mine.cookie, origin: ORIGIN }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const past = parley.get(SessionsService).end(mine.id, body.id as string);
    await expect(past).rejects.toMatchObject({ code: 'not_found' });
    expect((await parley.call('GET', '/account', { cookie: theirs.cookie })).status).toBe(200);
  });
});

describe('session authentication', () => {
  it('is one statement, the membership included', async () => {
    const { id, cookie } = await anAccount(parley);
    const workspaceId = newId();
    await parley.database.query(
      `WITH w AS (INSERT INTO workspaces (id, owner_account_id, name, name_key) VALUES ($1, $2, 'W', 'w'))
       INSERT INTO members (id, workspace_id, account_id, role) VALUES ($3, $1, $2, 'owner')`,
      [workspaceId, id, newId()],
    );
    const strategy = parley.get(SessionStrategy);
    const request = { workspaceId, audience: parley.settings.baseUrl, origin: null };
    const statements = await parley.statementsOf(async () => {
      const { principal, scope } = await strategy.validate(request, cookie);
      expect(principal).toMatchObject({ kind: 'session', accountId: id, originTrusted: false });
      expect(scope).toMatchObject({ workspaceId, accountId: id, role: 'owner', agentIds: null });
    });
    expect(statements).toHaveLength(1);
    const elsewhere = await strategy.validate({ ...request, workspaceId: 'no uuid' }, cookie);
    expect(elsewhere.scope).toBeNull();
  });

  it.each([
    ['GET', '/sessions/current'],
    ['DELETE', '/sessions/current'],
    ['GET', '/account'],
  ])('401 for %s %s where the account has gone since', async (method, path) => {
    const { id, cookie } = await anAccount(parley);
    const strategy = parley.get(SessionStrategy);
    const validate = strategy.validate.bind(strategy);
    jest.spyOn(strategy, 'validate').mockImplementationOnce(async (...presented) => {
      const authentication = await validate(...presented);
      await parley.database.query('DELETE FROM accounts WHERE id = $1', [id]);
      return authentication;
    });
    const { status, body } = await parley.call(method, path, { cookie, origin: ORIGIN });
    expect([status, body.code]).toEqual([401, 'session_expired']);
  });

  it('notes when the session was last seen', async () => {
    const { id, cookie } = await anAccount(parley);
    await parley.database.query(`UPDATE sessions SET last_seen_at = now() - interval '1 day' WHERE account_id = $1`, [
      id,
    ]);
    await parley.call('GET', '/account', { cookie });
    await parley.get(LastUsed).flush();
    const { body } = await parley.call('GET', '/sessions/current', { cookie });
    expect(Date.now() - Date.parse(body.lastSeenAt as string)).toBeLessThan(60_000);
  });
});

describe('behind https', () => {
  let secure: Parley;
  beforeAll(async () => {
    secure = await startParley({ settings: { PUBLIC_URL: 'https://parley.example' } });
  });
  afterAll(() => secure.stop());

  it('the cookie is Secure and bound to the host, and the local one is not believed', async () => {
    const { email, cookie } = await anAccount(secure);
    const reply = await secure.call('POST', '/sessions', { body: { email, password: PASSWORD } });
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-parley_session=cs_\w{49}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const local = await secure.call('GET', '/account', { cookie });
    expect([local.status, local.body.code]).toEqual([401, 'api_key_missing']);
    const host = await secure.call('GET', '/account', { headers: { cookie: `__Host-parley_session=${cookie}` } });
    expect(host.status).toBe(200);
  });
});
