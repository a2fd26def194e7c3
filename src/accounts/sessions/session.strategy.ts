import { Injectable } from '@nestjs/common';
import { AudienceMismatch, SessionExpired } from '../../common/auth/auth.errors';
import { LastUsed } from '../../common/auth/last-used';
import { memberOf } from '../../common/auth/membership.sql';
import { CookieStrategy } from '../../common/auth/strategies/cookie-strategy';
import { CredentialKind } from '../../common/auth/strategies/credential-kind';
import { Strategies } from '../../common/auth/strategies/strategies';
import type { Authentication, AuthenticationRequest } from '../../common/request/authentication';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { SessionsRepository } from './sessions.repository';

/** The cookie of a session. Each request looks up the session and the membership, in one statement. REST only. */
@Injectable()
export class SessionStrategy extends CredentialKind(CookieStrategy, 'cs_', ['session_expired']) {
  constructor(
    strategies: Strategies,
    private readonly sessions: SessionsRepository,
    private readonly lastUsed: LastUsed,
    private readonly settings: Settings,
  ) {
    super(strategies);
  }

  async validate({ workspaceId, audience, origin }: AuthenticationRequest, secret: string): Promise<Authentication> {
    const session = await this.sessions.findLive(hashSecret(secret), workspaceId);
    if (!session) throw new SessionExpired();
    if (audience !== this.settings.baseUrl) throw new AudienceMismatch();
    this.lastUsed.touch('sessions', session.id);
    return {
      principal: {
        kind: 'session',
        accountId: session.accountId,
        emailVerified: session.emailVerified,
        sessionId: session.id,
        sessionExpiresAt: session.expiresAt,
        originTrusted: origin !== null && this.settings.trustedOrigins.has(origin),
      },
      scope: memberOf(session.accountId, session),
    };
  }
}
