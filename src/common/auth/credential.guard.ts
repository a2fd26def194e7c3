import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../config/load-settings';
import { DomainError } from '../errors/domain-error';
import { currentRequest, type RequestContext } from '../http/request-context';
import { OperationRegistry } from '../operations/operation.registry';
import { secretPrefix } from '../secrets/token';
import { inTime } from '../jobs/in-time';
import { AuthorizationUnavailable, CredentialMissing, CredentialUnknown } from './auth.errors';
import { type Authentication, Authenticators } from './authenticators';
import { LOCAL_SESSION_COOKIE, presentedSecret, SESSION_COOKIE } from './presented-secret';

/** What one look-up may take before the database is taken for unreachable. */
const LONGEST_MS = 8_000;

/**
 * Authentication: the prefix of the secret chooses exactly one authenticator, which answers a principal or a 401. Where
 * it fails or does not answer, nobody knows who calls: 503.
 */
@Injectable()
export class CredentialGuard implements CanActivate {
  /** A cookie without Secure is only ever believed where the service itself is plain http on this machine. */
  private readonly sessionCookie: string;

  constructor(
    private readonly registry: OperationRegistry,
    private readonly authenticators: Authenticators,
    private readonly settings: Settings,
  ) {
    this.sessionCookie = settings.localHttp ? LOCAL_SESSION_COOKIE : SESSION_COOKIE;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const operation = this.registry.forHandler(context.getHandler());
    if (!operation) return true;
    const current = currentRequest();
    current.operation = operation;
    if (operation.access.kind === 'public' || operation.access.kind === 'client') return true;
    return this.authenticate(context.switchToHttp().getRequest<Request>(), current);
  }

  private async authenticate(request: Request, current: RequestContext): Promise<boolean> {
    current.credentialSent = request.headers.authorization !== undefined;
    const presented = presentedSecret(request, this.sessionCookie);
    if (!presented) throw new CredentialMissing();
    current.credentialSent = true;
    const prefix = secretPrefix(presented.secret);
    // A session secret is for cookies only, and a cookie carries nothing else.
    const authenticator =
      prefix && (prefix === 'cs_') === (presented.from === 'cookie') ? this.authenticators.for(prefix) : undefined;
    if (!authenticator) throw new CredentialUnknown();
    const workspaceId = request.params['workspaceId'];
    const { principal, scope } = await answered(
      authenticator.authenticate(presented.secret, {
        workspaceId: typeof workspaceId === 'string' ? workspaceId : null,
        audience: this.settings.baseUrl,
        origin: request.headers.origin ?? null,
      }),
    );
    current.principal = principal;
    current.scope = scope;
    return true;
  }
}

async function answered(authentication: Promise<Authentication>): Promise<Authentication> {
  try {
    return await inTime(authentication, LONGEST_MS);
  } catch (error) {
    throw error instanceof DomainError ? error : new AuthorizationUnavailable(error);
  }
}
