import { parse } from 'cookie';
import type { Request } from 'express';
import type { AuthenticationRequest } from '../request/authentication';
import { CredentialUnknown } from './auth.errors';

/** The session cookie, and its variant for http on a loopback host, where browsers reject Secure cookies. */
export const SESSION_COOKIE = '__Host-parley_session';
export const LOCAL_SESSION_COOKIE = 'parley_session';

/** A secret and its place: the header or the cookie. */
export interface PresentedSecret {
  secret: string;
  headers: { authorization?: string };
  cookies: { session?: string };
}

/** The parts of a request that a strategy sees: no body, no query and no second secret. */
export type PresentedRequest = PresentedSecret & AuthenticationRequest;

/**
 * The secret of a request. A bearer header takes precedence over a cookie. An Authorization header without a bearer credential
 * (RFC 6750 §2.1) counts as a wrong credential, not as a missing one.
 */
export function presentedSecret(request: Request, sessionCookie: string): PresentedSecret | null {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const [, secret] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header) ?? [];
    if (!secret) throw new CredentialUnknown();
    return { secret, headers: { authorization: `Bearer ${secret}` }, cookies: {} };
  }
  const session = cookieValue(request.headers.cookie, sessionCookie);
  return session ? { secret: session, headers: {}, cookies: { session } } : null;
}

/** The first cookie with the name. It is not decoded, because the service sets it without encoding. */
function cookieValue(header: string | undefined, name: string): string | undefined {
  return parse(header ?? '', { decode: (value) => value })[name];
}
