import type { Response } from 'express';
import type { Settings } from '../../config/load-settings';
import type { DomainError } from '../errors/domain-error';
import { TokenError } from '../errors/token-error';
import { MCP_KEY_SCOPES } from '../operations/access';
import { requestIfAny } from '../request/request-context';

/** Sets the headers that a refusal needs: the bearer challenge, Retry-After, and no caching. */
export class ErrorHeaders {
  constructor(private readonly settings: Settings) {}

  set(error: DomainError | TokenError, response: Response): void {
    response.setHeader('Cache-Control', 'no-store');
    if (error instanceof TokenError) this.setForToken(error, response);
    else if (error.status === 401 || error.missingScopes) {
      response.setHeader('WWW-Authenticate', this.challenge(error));
    }
    const retryAfter = error instanceof TokenError ? error.options.retryAfterSeconds : error.retryAfterSeconds;
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    else if (error.status === 503) response.setHeader('Retry-After', '5');
  }

  /** RFC 6749 §5.2. Clients authenticate there with Basic (RFC 7617). */
  private setForToken(error: TokenError, response: Response): void {
    response.setHeader('Pragma', 'no-cache');
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="parley", charset="UTF-8"');
  }

  /** RFC 6750 §3 and §3.1, RFC 9728 §5.1. For MCP, a 401 lists the scopes to request, as the MCP specification requires. */
  private challenge(error: DomainError): string {
    const parts = ['realm="parley"'];
    if (error.missingScopes) parts.push('error="insufficient_scope"', `scope="${error.missingScopes.join(' ')}"`);
    else if (requestIfAny()?.credentialSent) parts.push('error="invalid_token"');
    const resource = requestIfAny()?.audience ?? this.settings.baseUrl;
    if (resource === this.settings.mcpUrl && !error.missingScopes) parts.push(`scope="${MCP_KEY_SCOPES.join(' ')}"`);
    parts.push(`resource_metadata="${metadataOf(resource)}"`);
    return `Bearer ${parts.join(', ')}`;
  }
}

/** The URL of the metadata of a protected resource (RFC 9728 §3.1). */
function metadataOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
