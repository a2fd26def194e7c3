import { Injectable } from '@nestjs/common';
import { AudienceMismatch } from '../common/auth/auth.errors';
import {
  type Authentication,
  type AuthenticationRequest,
  type Authenticator,
  Authenticators,
} from '../common/auth/authenticators';
import { LastUsed } from '../common/auth/last-used';
import { hashSecret } from '../common/secrets/token';
import { Settings } from '../config/load-settings';
import { AccessTokensRepository } from './access-tokens.repository';
import type { Audience } from './granted-scopes';
import { TokenExpired, TokenKeyRevoked, TokenUnknown } from './tokens.errors';

/**
 * `ct_`: an access token, together with its key as it is now. One statement. Revoking the key ends the token, narrowing
 * the key narrows it.
 */
@Injectable()
export class TokenAuthenticator implements Authenticator {
  readonly prefix = 'ct_';
  private readonly addresses: Readonly<Record<Audience, string>>;

  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly lastUsed: LastUsed,
    settings: Settings,
    authenticators: Authenticators,
  ) {
    this.addresses = { rest: settings.baseUrl, mcp: settings.mcpUrl };
    authenticators.register(this);
  }

  async authenticate(secret: string, request: AuthenticationRequest): Promise<Authentication> {
    const token = await this.tokens.live(hashSecret(secret));
    if (!token) throw new TokenUnknown();
    if (token.keyRevoked) throw new TokenKeyRevoked();
    if (token.expired) throw new TokenExpired();
    if (request.audience !== this.addresses[token.audience]) throw new AudienceMismatch();
    this.lastUsed.touch('workspace_keys', token.keyId);
    const { workspaceId, planId, keyId, id: tokenId } = token;
    const scopes = token.scopes.filter((scope) => token.keyScopes.includes(scope));
    return {
      principal: { kind: 'token', workspaceId, keyId, tokenId, scopes },
      scope: request.workspaceId?.toLowerCase() === workspaceId ? { workspaceId, planId, agentIds: null } : null,
    };
  }
}
