import type { Type } from '@nestjs/common';
import { IdentityPort } from '../../src/accounts/identity/identity.port';
import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import { newId } from '../../src/common/database/uuid';
import { anAccount, PASSWORD } from '../factories/account';
import type { Reply } from '../support/call';
import { linesOf } from '../support/log-lines';
import { lastTokenTo, mailsTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

const ORIGIN = 'http://localhost:3000';
let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
afterEach(() => jest.restoreAllMocks());

function post(path: string, body: object): Promise<Reply> {
  return parley.call('POST', path, { body });
}

async function signInStatus(email: string, password: string): Promise<number> {
  return (await post('/sessions', { email, password })).status;
}

function identity(): IdentityPort {
  return parley.get(IdentityPort as unknown as Type<IdentityPort>);
}

/** Between the right password and what follows from it, the owner completes a reset. */
function resetAfterNextProof(token: string, newPassword: string): void {
  const verify = identity().verify.bind(identity());
  jest.spyOn(identity(), 'verify').mockImplementationOnce(async (accountId, password, from) => {
    const right = await verify(accountId, password, from);
    await post('/accounts/password-reset/complete', { token, newPassword });
    return right;
  });
}

describe('requestPasswordReset and completePasswordReset', () => {
  it('is followed in the log to its mail, and looks the same for an address without an account', async () => {
    const { email } = await anAccount(parley);
    await parley.drain();
    const before = parley.log.length;
    for (const to of [email, `${newId()}@example.com`]) await post('/accounts/password-reset', { email: to });
    await parley.drain();
    const lines = linesOf(parley.log.slice(before));
    const queued = lines.filter(({ msg }) => msg === 'request').map(({ mails }) => mails as string[]);
    expect(queued).toEqual([[expect.any(String)], [expect.any(String)]]);
    const messages = queued.map(([id]) => lines.filter(({ mail }) => mail === id).map(({ msg }) => msg));
    expect(messages).toEqual([['mail sent'], []]);
  });

  it('200 sets the password, ends every session and tells the owner; the token is single use', async () => {
    const account = await anAccount(parley);
    const issuer = await parley.get(SessionsService).openIssuerSession(account.id);
    const resetReply = await post('/accounts/password-reset', { email: account.email });
    expect([resetReply.status, resetReply.body]).toEqual([202, { status: 'password_reset_sent' }]);
    const token = await lastTokenTo(parley, account.email);
    const body = { token, newPassword: 'a new password of mine' };
    const reply = await post('/accounts/password-reset/complete', body);
    expect([reply.status, reply.body.id]).toEqual([200, account.id]);
    expect((await parley.call('GET', '/account', { cookie: account.cookie })).body.code).toBe('session_expired');
    const [row] = await parley.database.query<[{ revoked_at: Date | null }]>(
      'SELECT revoked_at FROM sessions WHERE id = $1',
      [issuer.id],
    );
    expect(row.revoked_at).toBeInstanceOf(Date);
    expect(await signInStatus(account.email, PASSWORD)).toBe(401);
    expect(await signInStatus(account.email, 'a new password of mine')).toBe(201);
    expect((await mailsTo(parley, account.email)).at(-1)?.subject).toBe('Your Parley password was changed');
    const again = await post('/accounts/password-reset/complete', body);
    expect([again.status, again.body.details[0].path]).toEqual([400, '/token']);
  });

  it('200 verifies the email too, and makes open verification mails useless', async () => {
    const email = `${newId()}@example.com`;
    await post('/accounts', { email, password: 'password of a stranger', name: 'Eve' });
    const strangersToken = await lastTokenTo(parley, email);
    await post('/accounts/password-reset', { email });
    const reply = await post('/accounts/password-reset/complete', {
      token: await lastTokenTo(parley, email),
      newPassword: PASSWORD,
    });
    expect(reply.body.emailVerified).toBe(true);
    expect((await post('/accounts/verify', { token: strangersToken, password: 'password of a stranger' })).status).toBe(
      400,
    );
    expect(await signInStatus(email, PASSWORD)).toBe(201);
  });

  it('400 for every other open mail once the password has changed, by reset or by proof', async () => {
    const account = await anAccount(parley);
    for (let mail = 0; mail < 3; mail++) await post('/accounts/password-reset', { email: account.email });
    const tokens = (await mailsTo(parley, account.email)).map(({ token }) => token);
    const complete = async (token?: string): Promise<number> =>
      (await post('/accounts/password-reset/complete', { token, newPassword: 'a new password of mine' })).status;
    expect(await complete(tokens[0])).toBe(200);
    expect(await complete(tokens[1])).toBe(400);

    await post('/accounts/password-reset', { email: account.email });
    const { secret } = await parley.get(SessionsService).open(account.id, null, null);
    const body = { currentPassword: 'a new password of mine', newPassword: PASSWORD };
    const changed = await parley.call('POST', '/account/password', { cookie: secret, origin: ORIGIN, body });
    expect(changed.status).toBe(200);
    expect(await complete((await mailsTo(parley, account.email)).findLast(({ token }) => token)?.token)).toBe(400);
  });

  it('400 for an expired token; a made-up one costs no hash', async () => {
    const { email } = await anAccount(parley);
    await post('/accounts/password-reset', { email });
    const token = await lastTokenTo(parley, email);
    await parley.database.query(`UPDATE email_tokens SET expires_at = now() WHERE purpose = 'password_reset'`);
    const prepare = jest.spyOn(identity(), 'prepare');
    for (const wrong of [token, 'cm_no']) {
      const body = { token: wrong, newPassword: 'a new password of mine' };
      expect((await post('/accounts/password-reset/complete', body)).status).toBe(400);
    }
    expect(prepare).not.toHaveBeenCalled();
  });

  it('202, the same and with as many mails written, for an unknown address', async () => {
    const { email } = await anAccount(parley);
    const known = await post('/accounts/password-reset', { email });
    const statements = await parley.statementsOf(async () => {
      const unknown = await post('/accounts/password-reset', { email: `${newId()}@example.com` });
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    });
    expect(statements.filter((sql) => sql.includes('INSERT INTO "mail_outbox"'))).toHaveLength(1);
  });

  it('is not undone by a concurrent sign-in with the old password', async () => {
    const { email } = await anAccount(parley);
    await post('/accounts/password-reset', { email });
    const token = await lastTokenTo(parley, email);
    resetAfterNextProof(token, 'a new password of mine');
    expect(await signInStatus(email, PASSWORD)).toBe(401);
  });
});

describe('changePassword', () => {
  const change = (cookie: string, currentPassword: string, newPassword: string): Promise<Reply> =>
    parley.call('POST', '/account/password', { cookie, origin: ORIGIN, body: { currentPassword, newPassword } });

  it('200 ends the other sessions and keeps this one', async () => {
    const account = await anAccount(parley);
    const { secret } = await parley.get(SessionsService).open(account.id, null, null);
    const reply = await change(account.cookie, PASSWORD, 'a new password of mine');
    expect([reply.status, reply.body.id]).toEqual([200, account.id]);
    expect((await parley.call('GET', '/account', { cookie: account.cookie })).status).toBe(200);
    expect((await parley.call('GET', '/account', { cookie: secret })).status).toBe(401);
    expect(await signInStatus(account.email, 'a new password of mine')).toBe(201);
  });

  it('401 password_proof_failed for a wrong current password, and nothing changes', async () => {
    const account = await anAccount(parley);
    const reply = await change(account.cookie, 'not my password', 'a new password of mine');
    expect([reply.status, reply.body.code]).toEqual([401, 'password_proof_failed']);
    expect(await signInStatus(account.email, PASSWORD)).toBe(201);
  });

  it('401 session_expired where a reset ended the session meanwhile', async () => {
    const account = await anAccount(parley);
    await post('/accounts/password-reset', { email: account.email });
    const token = await lastTokenTo(parley, account.email);
    resetAfterNextProof(token, 'password after the reset');
    const reply = await change(account.cookie, PASSWORD, 'password of the thief');
    expect([reply.status, reply.body.code]).toEqual([401, 'session_expired']);
    expect(await signInStatus(account.email, 'password after the reset')).toBe(201);
  });

  it('403 origin_not_trusted without an Origin', async () => {
    const { cookie } = await anAccount(parley);
    const body = { currentPassword: PASSWORD, newPassword: 'a new password of mine' };
    const reply = await parley.call('POST', '/account/password', { cookie, body });
    expect([reply.status, reply.body.code]).toEqual([403, 'origin_not_trusted']);
  });
});
