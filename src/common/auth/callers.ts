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

/** Timeout for one look-up in milliseconds. After it, the database counts as unreachable. */
const LONGEST_MS = 8_000;

/**
 * Identifies the caller. The prefix of the secret selects exactly one strategy, which returns a principal or throws a 401. If the
 * strategy fails or does not answer, the response is 503.
 */
@Injectable()
export class Callers {
  /** A cookie without Secure is accepted only if the service itself runs with plain http on this machine. */
  private readonly sessionCookie: string;

  constructor(
    private readonly strategies: Strategies,
    settings: Settings,
  ) {
    this.sessionCookie = settings.localHttp ? LOCAL_SESSION_COOKIE : SESSION_COOKIE;
  }

  /** Sets the principal and its access in the workspace, or throws the 401. */
  async identify(
    request: Request,
    current: RequestContext,
    workspaceId = pathWorkspaceOf(request.params),
  ): Promise<void> {
    current.credentialSent = request.headers.authorization !== undefined;
    const presented = this.presented(request, current.audience, workspaceId);
    current.credentialSent = true;
    const { principal, scope } = await this.authenticate(presented);
    current.principal = principal;
    current.scope = scope;
  }

  /** @throws CredentialMissing, CredentialUnknown 401 */
  presented(request: Request, audience: string, workspaceId: string | null): PresentedRequest {
    const presented = presentedSecret(request, this.sessionCookie);
    if (!presented) throw new CredentialMissing();
    return { ...presented, workspaceId, audience, origin: request.headers.origin ?? null };
  }

  /** @throws the 401 of the strategy, AuthorizationUnavailable 503 */
  async authenticate(presented: PresentedRequest): Promise<Authentication> {
    const found = await this.found(presented);
    // An unknown prefix, or a secret in the wrong place: session secrets belong in cookies only, and cookies hold no others.
    if (!found) throw new CredentialUnknown();
    return found;
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
