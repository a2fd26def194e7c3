import type { Request } from 'express';
import { CredentialUnknown } from './auth.errors';

/** The application session, and its local variant for http on a loopback host, which browsers allow no Secure cookie. */
export const SESSION_COOKIE = '__Host-parley_session';
export const LOCAL_SESSION_COOKIE = 'parley_session';

export interface PresentedSecret {
  secret: string;
  from: 'bearer' | 'cookie';
}

/**
 * The secret that a request carries; a bearer header wins over a cookie (contract §3). A header that is there but is
 * not a bearer credential (RFC 6750 §2.1) is a wrong credential, not a missing one.
 */
export function presentedSecret(request: Request, sessionCookie: string): PresentedSecret | null {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const [, secret] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header) ?? [];
    if (!secret) throw new CredentialUnknown();
    return { secret, from: 'bearer' };
  }
  const cookie = cookieValue(request.headers.cookie, sessionCookie);
  return cookie ? { secret: cookie, from: 'cookie' } : null;
}

function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
