import { Injectable } from '@nestjs/common';
import { AudienceMismatch, CredentialUnknown } from '../../common/auth/auth.errors';
import { LastUsed } from '../../common/auth/last-used';
import { BearerStrategy } from '../../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../../common/auth/strategies/credential-kind';
import { Strategies } from '../../common/auth/strategies/strategies';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { KeyScope } from '../../common/operations/access';
import type { Authentication, AuthenticationRequest } from '../../common/request/authentication';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { PresentedKeyRevoked } from './keys.errors';
import { LIVE_KEY } from './keys.sql';

interface KeyRow {
  id: string;
  workspace_id: string;
  scopes: KeyScope[];
  revoked: boolean;
  plan_id: string;
}

/** `ck_`: a workspace key used directly. One statement; REST only (MCP takes tokens). */
@Injectable()
export class KeyStrategy extends CredentialKind(BearerStrategy, 'ck_', ['api_key_revoked']) {
  constructor(
    strategies: Strategies,
    private readonly work: UnitOfWork,
    private readonly lastUsed: LastUsed,
    private readonly settings: Settings,
  ) {
    super(strategies);
  }

  async validate(request: AuthenticationRequest, secret: string): Promise<Authentication> {
    const [key] = await this.work.prepared<KeyRow>(LIVE_KEY, [hashSecret(secret)]);
    if (!key) throw new CredentialUnknown();
    if (key.revoked) throw new PresentedKeyRevoked();
    if (request.audience !== this.settings.baseUrl) throw new AudienceMismatch();
    this.lastUsed.touch('workspace_keys', key.id);
    const { workspace_id: workspaceId, plan_id: planId } = key;
    return {
      principal: { kind: 'key', workspaceId, keyId: key.id, scopes: key.scopes },
      scope: request.workspaceId?.toLowerCase() === workspaceId ? { workspaceId, planId, agentIds: null } : null,
    };
  }
}
