import { parse, serialize } from 'cookie';
import { LOCAL_SESSION_COOKIE } from '../common/auth/presented-secret';
import type { Demonstration, RequestHeaders } from './demonstration';

interface Account {
  email: string;
  password: string;
}

export interface OpenedSession {
  session: string;
  verified: boolean;
}

/** Null if no account has this email and password. */
export async function openSession({ api }: Demonstration, { email, password }: Account): Promise<OpenedSession | null> {
  const reply = await api.call<{ account: { emailVerified: boolean } }>('POST', '/sessions', {
    body: { email, password },
    expect: [201, 401],
  });
  if (reply.status === 401) return null;
  return { session: sessionIn(reply.headers), verified: reply.body.account.emailVerified };
}

/** The session that an answer sets as a cookie. */
export function sessionIn(headers: Headers): string {
  const [session = ''] = headers.getSetCookie().flatMap((cookie) => parse(cookie)[LOCAL_SESSION_COOKIE] ?? []);
  return session;
}

/** The headers that a browser sends on a page of this installation. */
export function asPerson({ publicUrl }: Demonstration, session: string): RequestHeaders {
  return { Cookie: serialize(LOCAL_SESSION_COOKIE, session), Origin: new URL(publicUrl).origin };
}
