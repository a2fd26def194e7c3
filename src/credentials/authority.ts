import type { AccountScope } from '../common/operations/access';
import type { Actor, Credential } from './credential.types';
import {
  AuthorityExceeded,
  CredentialInactive,
  ExpiryInThePast,
  ExpiryTooLate,
  ScopesBeyondGrant,
} from './credentials.errors';

/** In milliseconds. No account credential and no issuer session lives longer. */
export const LONGEST_LIFE_MS = 24 * 3_600_000;

/** What a caller can pass on at a moment: the account, the scopes, and until when. */
export interface Authority {
  actor: Actor;
  /** The issuer session of credentials that the caller issues. */
  sessionId: string;
  /** The calling credential, as the parent of credentials that it issues. Null for a user. */
  parentCredentialId: string | null;
  scopes: readonly AccountScope[];
  /** The end of the calling session or credential. */
  endsAt: Date;
  /** The database's clock when this was read. */
  at: Date;
}

export interface Grant {
  scopes: AccountScope[];
  expiresAt: Date;
}

/** The requested scopes and expiry. Default: all that the authority has. */
export interface Wish {
  scopes?: AccountScope[];
  expiresAt?: string;
}

/** The grant of a new credential. @throws ScopesBeyondGrant 403, ExpiryInThePast, ExpiryTooLate 400 */
export function issuable(
  wish: Wish & { scopes: AccountScope[] },
  authority: Omit<Authority, 'actor' | 'sessionId' | 'parentCredentialId'>,
): Grant {
  const missing = beyond(wish.scopes, authority.scopes);
  if (missing.length > 0) throw new ScopesBeyondGrant(missing);
  const latest = earlier(new Date(authority.at.getTime() + LONGEST_LIFE_MS), authority.endsAt);
  ensureFuture(wish, authority.at);
  const expiresAt = wish.expiresAt === undefined ? latest : new Date(wish.expiresAt);
  if (expiresAt > latest) throw new ExpiryTooLate(latest);
  return { scopes: wish.scopes, expiresAt };
}

/** The narrowed credential. @throws AuthorityExceeded 409 if the request asks for more */
export function narrowed<T extends Pick<Credential, 'scopes' | 'expiresAt'>>(credential: T, wish: Wish): T {
  const scopes = wish.scopes ?? credential.scopes;
  const expiresAt = wish.expiresAt === undefined ? credential.expiresAt : new Date(wish.expiresAt);
  ensureWithin({ scopes, expiresAt }, credential.scopes, credential.expiresAt);
  return { ...credential, scopes, expiresAt };
}

/** @throws AuthorityExceeded 409 if a grant exceeds the scopes or the end of its bounds */
export function ensureWithin(grant: Grant, scopes: readonly AccountScope[], endsAt: Date): void {
  const excess = beyond(grant.scopes, scopes);
  if (excess.length > 0) throw new AuthorityExceeded('/scopes', `must not contain ${excess.join(' ')}`);
  if (grant.expiresAt > endsAt)
    throw new AuthorityExceeded('/expiresAt', `must be no later than ${endsAt.toISOString()}`);
}

/** @throws ExpiryInThePast 400 */
export function ensureFuture({ expiresAt }: Wish, now: Date): void {
  if (expiresAt !== undefined && new Date(expiresAt) <= now) throw new ExpiryInThePast();
}

/** @throws CredentialInactive 409 */
export function ensureActive({ status }: Credential): void {
  if (status !== 'active') throw new CredentialInactive(status);
}

export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function beyond(scopes: readonly AccountScope[], bounds: readonly AccountScope[]): AccountScope[] {
  return scopes.filter((scope) => !bounds.includes(scope));
}
