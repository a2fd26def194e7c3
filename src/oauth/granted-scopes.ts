import { TokenError } from '../common/errors/token-error';
import { KEY_SCOPES, type KeyScope } from '../common/operations/access';

/** What a token is for: the REST API or MCP. */
export type Audience = 'rest' | 'mcp';

/** The scopes that each audience has a use for (contract §6). */
const TAKEN: Readonly<Record<Audience, readonly KeyScope[]>> = { rest: KEY_SCOPES, mcp: ['agents:read'] };

/**
 * The scopes of the token, in canonical order: those asked for, or all that the key may have there.
 *
 * @throws TokenError invalid_scope for a scope that is unknown, beyond the key or of no use there; or if none is left
 */
export function grantedScopes(asked: string | null, ceiling: readonly KeyScope[], audience: Audience): KeyScope[] {
  const possible = TAKEN[audience].filter((scope) => ceiling.includes(scope));
  // Separated by single spaces (RFC 6749 §3.3): another separator makes a scope that nobody knows.
  const names: readonly string[] = asked === null ? possible : asked.split(' ');
  const granted = possible.filter((scope) => names.includes(scope));
  if (granted.length === 0 || names.some((name) => !granted.includes(name as KeyScope))) {
    throw new TokenError('invalid_scope');
  }
  return granted;
}
