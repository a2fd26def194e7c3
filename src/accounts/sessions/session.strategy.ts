import { Injectable } from '@nestjs/common';
import { AudienceMismatch, SessionExpired } from '../../common/auth/auth.errors';
import { LastUsed } from '../../common/auth/last-used';
import {
  MEMBERSHIP_COLUMNS,
  MEMBERSHIP_JOIN,
  memberOf,
  type MembershipRow,
  workspaceParameter,
} from '../../common/auth/membership.sql';
import { CookieStrategy } from '../../common/auth/strategies/cookie-strategy';
import { CredentialKind } from '../../common/auth/strategies/credential-kind';
import { Strategies } from '../../common/auth/strategies/strategies';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Authentication, AuthenticationRequest } from '../../common/request/authentication';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';

interface SessionRow extends MembershipRow {
  id: string;
  account_id: string;
  expires_at: Date;
  email_verified: boolean;
}

export const LIVE_SESSION = `
  SELECT s.id, s.account_id, s.expires_at, a.email_verified_at IS NOT NULL AS email_verified, ${MEMBERSHIP_COLUMNS}
  FROM sessions s JOIN accounts a ON a.id = s.account_id ${MEMBERSHIP_JOIN}
  WHERE s.secret_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`;

/** The cookie of a session, looked up live on every request together with the membership: one statement. REST only. */
@Injectable()
export class SessionStrategy extends CredentialKind(CookieStrategy, 'cs_', ['session_expired']) {
  constructor(
    strategies: Strategies,
    private readonly work: UnitOfWork,
    private readonly lastUsed: LastUsed,
    private readonly settings: Settings,
  ) {
    super(strategies);
  }

  async validate({ workspaceId, audience, origin }: AuthenticationRequest, secret: string): Promise<Authentication> {
    const parameters = [hashSecret(secret), workspaceParameter(workspaceId)];
    const [row] = await this.work.prepared<SessionRow>(LIVE_SESSION, parameters);
    if (!row) throw new SessionExpired();
    if (audience !== this.settings.baseUrl) throw new AudienceMismatch();
    this.lastUsed.touch('sessions', row.id);
    return {
      principal: {
        kind: 'session',
        accountId: row.account_id,
        emailVerified: row.email_verified,
        sessionId: row.id,
        sessionExpiresAt: row.expires_at,
        originTrusted: origin !== null && this.settings.trustedOrigins.has(origin),
      },
      scope: memberOf(row.account_id, row),
    };
  }
}
