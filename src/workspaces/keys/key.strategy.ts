import { Injectable } from '@nestjs/common';
import { AudienceMismatch, CredentialUnknown } from '../../common/auth/auth.errors';
import { LastUsed } from '../../common/auth/last-used';
import { scopeOf } from '../../common/auth/membership.sql';
import { BearerStrategy } from '../../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../../common/auth/strategies/credential-kind';
import { Strategies } from '../../common/auth/strategies/strategies';
import type { Authentication, AuthenticationRequest } from '../../common/request/authentication';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { PresentedKeyRevoked } from './keys.errors';
import { KeysRepository } from './keys.repository';

/** `ck_`: a workspace key used directly. One statement. REST only: MCP accepts only access tokens. */
@Injectable()
export class KeyStrategy extends CredentialKind(BearerStrategy, 'ck_', ['api_key_revoked']) {
  constructor(
    strategies: Strategies,
    private readonly keys: KeysRepository,
    private readonly lastUsed: LastUsed,
    private readonly settings: Settings,
  ) {
    super(strategies);
  }

  async validate({ workspaceId, audience }: AuthenticationRequest, secret: string): Promise<Authentication> {
    const key = await this.keys.findLive(hashSecret(secret));
    if (!key) throw new CredentialUnknown();
    if (key.revoked) throw new PresentedKeyRevoked();
    if (audience !== this.settings.baseUrl) throw new AudienceMismatch();
    this.lastUsed.touch('workspace_keys', key.id);
    return {
      principal: { kind: 'key', workspaceId: key.workspaceId, keyId: key.id, scopes: key.scopes },
      scope: scopeOf(workspaceId, key),
    };
  }
}
