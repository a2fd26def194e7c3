import { Injectable } from '@nestjs/common';
import { AudienceMismatch } from '../common/auth/auth.errors';
import { LastUsed } from '../common/auth/last-used';
import { scopeOf } from '../common/auth/membership.sql';
import { BearerStrategy } from '../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../common/auth/strategies/credential-kind';
import { Strategies } from '../common/auth/strategies/strategies';
import { Audiences } from '../common/request/audience';
import type { Authentication, AuthenticationRequest } from '../common/request/authentication';
import { hashSecret } from '../common/secrets/token';
import { AccessTokensRepository } from './access-tokens.repository';
import { TokenExpired, TokenKeyRevoked, TokenUnknown } from './tokens.errors';

/**
 * `ct_`: an access token, with the current state of its key. One statement. A revoked key ends the token, a narrowed
 * key narrows it.
 */
@Injectable()
export class TokenStrategy extends CredentialKind(BearerStrategy, 'ct_', ['token_invalid', 'token_expired']) {
  constructor(
    strategies: Strategies,
    private readonly tokens: AccessTokensRepository,
    private readonly audiences: Audiences,
    private readonly lastUsed: LastUsed,
  ) {
    super(strategies);
  }

  async validate({ workspaceId, audience }: AuthenticationRequest, secret: string): Promise<Authentication> {
    const token = await this.tokens.findLive(hashSecret(secret));
    if (!token) throw new TokenUnknown();
    if (token.keyRevoked) throw new TokenKeyRevoked();
    if (token.expired) throw new TokenExpired();
    if (this.audiences.urlOf(token.audience) !== audience) throw new AudienceMismatch();
    this.lastUsed.touch('workspace_keys', token.keyId);
    const scopes = token.scopes.filter((scope) => token.keyScopes.includes(scope));
    return {
      principal: { kind: 'token', workspaceId: token.workspaceId, keyId: token.keyId, tokenId: token.id, scopes },
      scope: scopeOf(workspaceId, token),
    };
  }
}
