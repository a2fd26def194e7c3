import { parse } from 'cookie';
import type { Request } from 'express';
import type { AuthenticationRequest } from '../request/authentication';
import { CredentialUnknown } from './auth.errors';

/** The application session, and its local variant for http on a loopback host, which browsers allow no Secure cookie. */
export const SESSION_COOKIE = '__Host-parley_session';
export const LOCAL_SESSION_COOKIE = 'parley_session';

/** One secret, and where it stands: in the one header or in the one cookie. */
export interface PresentedSecret {
  secret: string;
  headers: { authorization?: string };
  cookies: { session?: string };
}

/** All that a strategy sees of a request. It has no body, no query and no second secret. */
export type PresentedRequest = PresentedSecret & AuthenticationRequest;

/**
 * The secret that a request carries; a bearer header wins over a cookie. A header that is there but is
 * not a bearer credential (RFC 6750 §2.1) is a wrong credential, not a missing one.
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

/** Of two cookies of the name, the first; nothing in it is decoded, as nothing is encoded where it is set. */
function cookieValue(header: string | undefined, name: string): string | undefined {
  return parse(header ?? '', { decode: (value) => value })[name];
}
