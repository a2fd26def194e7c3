import { Injectable } from '@nestjs/common';
import { AudienceMismatch } from '../common/auth/auth.errors';
import { LastUsed } from '../common/auth/last-used';
import { BearerStrategy } from '../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../common/auth/strategies/credential-kind';
import { Strategies } from '../common/auth/strategies/strategies';
import { type Audience, audienceUrls } from '../common/request/audience';
import type { Authentication, AuthenticationRequest } from '../common/request/authentication';
import { hashSecret } from '../common/secrets/token';
import { Settings } from '../config/load-settings';
import { AccessTokensRepository } from './access-tokens.repository';
import { TokenExpired, TokenKeyRevoked, TokenUnknown } from './tokens.errors';

/**
 * `ct_`: an access token, together with its key as it is now. One statement. Revoking the key ends the token, narrowing
 * the key narrows it.
 */
@Injectable()
export class TokenStrategy extends CredentialKind(BearerStrategy, 'ct_', ['token_invalid', 'token_expired']) {
  private readonly urls: Readonly<Record<Audience, string>>;

  constructor(
    strategies: Strategies,
    private readonly tokens: AccessTokensRepository,
    private readonly lastUsed: LastUsed,
    settings: Settings,
  ) {
    super(strategies);
    this.urls = audienceUrls(settings);
  }

  async validate(request: AuthenticationRequest, secret: string): Promise<Authentication> {
    const token = await this.tokens.find(hashSecret(secret));
    if (!token) throw new TokenUnknown();
    if (token.keyRevoked) throw new TokenKeyRevoked();
    if (token.expired) throw new TokenExpired();
    if (request.audience !== this.urls[token.audience]) throw new AudienceMismatch();
    this.lastUsed.touch('workspace_keys', token.keyId);
    const { workspaceId, planId, keyId, id: tokenId } = token;
    const scopes = token.scopes.filter((scope) => token.keyScopes.includes(scope));
    return {
      principal: { kind: 'token', workspaceId, keyId, tokenId, scopes },
      scope: request.workspaceId?.toLowerCase() === workspaceId ? { workspaceId, planId, agentIds: null } : null,
    };
  }
}
