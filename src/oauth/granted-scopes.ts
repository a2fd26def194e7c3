import { TokenError } from '../common/errors/token-error';
import { canonicalKeyScopes, KEY_SCOPES, type KeyScope, MCP_KEY_SCOPES } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

/** The scopes that each audience has a use for. */
const TAKEN: Readonly<Record<Audience, readonly KeyScope[]>> = { rest: KEY_SCOPES, mcp: MCP_KEY_SCOPES };

/** The scopes that a request is about, in canonical order. */
export interface AskedScopes {
  scopes: readonly KeyScope[];
  /** All of them or no token; otherwise as many of them as the key has, which must be one at least. */
  all: boolean;
}

/**
 * What the request may get of any key; the key's own ceiling comes on top.
 *
 * @throws TokenError 400 invalid_scope for a scope that is unknown or of no use at the audience
 */
export function askedScopes(asked: string | null, audience: Audience): AskedScopes {
  const taken = TAKEN[audience];
  if (asked === null) return { scopes: taken, all: false };
  // Separated by single spaces (RFC 6749 §3.3): another separator makes a scope that nobody knows.
  const names: readonly string[] = asked.split(' ');
  if (names.some((name) => !taken.includes(name as KeyScope))) throw new TokenError('invalid_scope');
  return { scopes: canonicalKeyScopes(names), all: true };
}
