import { TokenError } from '../common/errors/token-error';
import { canonicalKeyScopes, KEY_SCOPES, type KeyScope, MCP_KEY_SCOPES } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

/** The scopes that each audience accepts. */
const TAKEN: Readonly<Record<Audience, readonly KeyScope[]>> = { rest: KEY_SCOPES, mcp: MCP_KEY_SCOPES };

/** The scopes of a token request, in canonical order. */
export interface RequestedScopes {
  scopes: readonly KeyScope[];
  /** Whether the token needs all of them. Otherwise it gets those that the key has, at least one. */
  all: boolean;
}

/**
 * The scopes that a request may get. The key's own scopes limit them further.
 *
 * @throws TokenError 400 invalid_scope for a scope that is unknown or not accepted by the audience
 */
export function requestedScopes(scope: string | null, audience: Audience): RequestedScopes {
  const taken = TAKEN[audience];
  if (scope === null) return { scopes: taken, all: false };
  // Separated by single spaces (RFC 6749 §3.3): with another separator, the scope is unknown.
  const names: readonly string[] = scope.split(' ');
  if (names.some((name) => !taken.includes(name as KeyScope))) throw new TokenError('invalid_scope');
  return { scopes: canonicalKeyScopes(names), all: true };
}
