import { Injectable } from '@nestjs/common';
import { AudienceMismatch } from '../../common/auth/auth.errors';
import { LastUsed } from '../../common/auth/last-used';
import { BearerStrategy } from '../../common/auth/strategies/bearer-strategy';
import { CredentialKind } from '../../common/auth/strategies/credential-kind';
import { Strategies } from '../../common/auth/strategies/strategies';
import { NotFound } from '../../common/errors/domain-error';
import type { Authentication, AuthenticationRequest } from '../../common/request/authentication';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { VisitorSitesService } from '../sites/visitor-sites.service';
import { expiryOf } from './session-lifetime';
import { VisitorSessionEnded, VisitorTokenInvalid } from './visitor-sessions.errors';
import { VisitorSessionsRepository } from './visitor-sessions.repository';
import { VisitorSessionTokens } from './visitor-session-tokens';

/** `cv_`: the session of a visitor, with the agent as it is now. One statement; REST only. */
@Injectable()
export class VisitorSessionStrategy extends CredentialKind(BearerStrategy, 'cv_') {
  constructor(
    strategies: Strategies,
    private readonly tokens: VisitorSessionTokens,
    private readonly sessions: VisitorSessionsRepository,
    private readonly sites: VisitorSitesService,
    private readonly lastUsed: LastUsed,
    private readonly settings: Settings,
  ) {
    super(strategies);
  }

  /** @throws NotFound 404 where the hosted page that the session began on was blocked */
  async validate({ audience, origin }: AuthenticationRequest, token: string): Promise<Authentication> {
    const contents = this.tokens.open(token);
    const live = contents && (await this.sessions.findLive(contents));
    if (!contents || !live) throw new VisitorTokenInvalid();
    const secretHash = hashSecret(token);
    if (live.hasEnded || live.isIdentityRevoked) throw new VisitorSessionEnded();
    if (live.secretHash && !live.secretHash.equals(secretHash)) throw new VisitorSessionEnded();
    const expiresAt = expiryOf(contents, live.lastUsedAt);
    if (expiresAt.getTime() <= Date.now()) throw new VisitorSessionEnded();
    if (audience !== this.settings.baseUrl) throw new AudienceMismatch();
    if (live.isPageBlocked && contents.surface === 'page') throw new NotFound();
    const isStored = live.secretHash !== null;
    if (isStored) this.lastUsed.touch('visitor_sessions', contents.sessionId);
    const { verifiedUntil: _until, ...session } = contents;
    const { planId, agentAnswers, allowedDomains } = live;
    const originTrusted = origin === null || this.sites.isOwn(origin) || this.sites.allows(allowedDomains, origin);
    return {
      principal: { kind: 'visitor', ...session, planId, secretHash, expiresAt, isStored, agentAnswers, originTrusted },
      scope: null,
    };
  }
}
