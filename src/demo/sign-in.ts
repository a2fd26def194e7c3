import { parse, serialize } from 'cookie';
import { randomBytes } from 'node:crypto';
import { LOCAL_SESSION_COOKIE } from '../common/auth/presented-secret';
import { base62 } from '../common/secrets/base62';
import type { Demonstration, RequestHeaders } from './demonstration';

const EMAIL = 'demo@example.com';

/** Signs in as the demonstration's user. Registers and verifies the account if necessary. */
export async function signIn(demo: Demonstration): Promise<RequestHeaders> {
  const { api, state } = demo;
  demo.screen.heading('A person registers and signs in');
  const { session, email, password } = state.values;
  if (session) {
    const current = await api.call('GET', '/sessions/current', {
      headers: asPerson(demo, session),
      expect: [200, 401],
    });
    if (current.status === 200) return asPerson(demo, session);
  }
  // An earlier run may have ended at any point: the account may exist, verified or not.
  const opened = email && password ? await openSession(demo, { email, password }) : null;
  if (opened?.verified) return asPerson(demo, opened.session);

  const account = { email: email ?? EMAIL, password: password ?? newPassword() };
  state.remember(account);
  await register(demo, account);
  const first = await openSession(demo, account);
  if (!first?.verified)
    throw new Error(`The account ${account.email} exists with another password. Use another DATA_DIR.`);
  return asPerson(demo, first.session);
}

function newPassword(): string {
  return base62(BigInt(`0x${randomBytes(16).toString('hex')}`), 22);
}

/** The headers that a browser sends on a page of this installation. */
function asPerson({ publicUrl }: Demonstration, session: string): RequestHeaders {
  return { Cookie: serialize(LOCAL_SESSION_COOKIE, session), Origin: new URL(publicUrl).origin };
}

async function register({ api, mail, screen }: Demonstration, account: { email: string; password: string }) {
  const before = mail.count;
  await api.call('POST', '/accounts', { body: { ...account, name: 'Demo' } });
  screen.progress('waiting for the email …');
  const token = await mail.newToken(account.email, before);
  screen.labelled('mail', 'with a token, in the mailbox of the new account', 'faint');
  await api.call('POST', '/accounts/verify', { body: { token, password: account.password } });
}

/** Null if no account has this email and password. */
async function openSession({ api, state }: Demonstration, account: { email: string; password: string }) {
  const reply = await api.call<{ account: { emailVerified: boolean } }>('POST', '/sessions', {
    body: account,
    expect: [201, 401],
  });
  if (reply.status === 401) return null;
  const [session = ''] = reply.headers.getSetCookie().flatMap((cookie) => parse(cookie)[LOCAL_SESSION_COOKIE] ?? []);
  state.remember({ session });
  return { session, verified: reply.body.account.emailVerified };
}
