import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../config/load-settings';
import { DomainError } from '../errors/domain-error';
import { inTime } from '../time/in-time';
import { pathWorkspaceOf } from '../operations/path-workspace';
import type { Authentication } from '../request/authentication';
import type { RequestContext } from '../request/request-context';
import { secretPrefix } from '../secrets/token';
import { AuthorizationUnavailable, CredentialMissing, CredentialUnknown } from './auth.errors';
import { LOCAL_SESSION_COOKIE, type PresentedRequest, presentedSecret, SESSION_COOKIE } from './presented-secret';
import { Strategies } from './strategies/strategies';

/** What one look-up may take before the database is taken for unreachable. */
const LONGEST_MS = 8_000;

/**
 * Who calls: the prefix of the secret chooses exactly one strategy, which answers a principal or a 401. Where it fails or
 * does not answer, nobody knows who calls: 503.
 */
@Injectable()
export class Callers {
  /** A cookie without Secure is only ever believed where the service itself is plain http on this machine. */
  private readonly sessionCookie: string;

  constructor(
    private readonly strategies: Strategies,
    settings: Settings,
  ) {
    this.sessionCookie = settings.localHttp ? LOCAL_SESSION_COOKIE : SESSION_COOKIE;
  }

  /** Fills in the principal and its reach in the workspace, or throws the 401. */
  async identify(
    request: Request,
    current: RequestContext,
    workspaceId = pathWorkspaceOf(request.params),
  ): Promise<void> {
    current.credentialSent = request.headers.authorization !== undefined;
    const presented = presentedSecret(request, this.sessionCookie);
    if (!presented) throw new CredentialMissing();
    current.credentialSent = true;
    const { audience } = current;
    const found = await this.found({ ...presented, workspaceId, audience, origin: request.headers.origin ?? null });
    // A prefix that nobody knows, or a secret in the wrong place: one of a session is for cookies only, and a cookie
    // carries no other.
    if (!found) throw new CredentialUnknown();
    current.principal = found.principal;
    current.scope = found.scope;
  }

  private async found(presented: PresentedRequest): Promise<Authentication | null> {
    const prefix = secretPrefix(presented.secret);
    if (!prefix) return null;
    try {
      return await inTime(this.strategies.authenticate<Authentication>(prefix, presented), LONGEST_MS);
    } catch (error) {
      throw error instanceof DomainError ? error : new AuthorizationUnavailable(error);
    }
  }
}
