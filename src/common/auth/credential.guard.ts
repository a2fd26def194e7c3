import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../config/load-settings';
import { currentRequest } from '../http/request-context';
import { OperationRegistry } from '../operations/operation.registry';
import { secretPrefix } from '../secrets/token';
import { CredentialMissing, CredentialUnknown } from './auth.errors';
import { Authenticators } from './authenticators';
import { LOCAL_SESSION_COOKIE, presentedSecret, SESSION_COOKIE } from './presented-secret';

/** Authentication: the prefix of the secret chooses exactly one authenticator, which answers a principal or a 401. */
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

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.registry.forHandler(context.getHandler());
    if (!operation) return true;
    const current = currentRequest();
    current.operation = operation;
    if (operation.access.kind === 'public' || operation.access.kind === 'client') return true;

    const request = context.switchToHttp().getRequest<Request>();
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
    const { principal, scope } = await authenticator.authenticate(presented.secret, {
      workspaceId: typeof workspaceId === 'string' ? workspaceId : null,
      audience: this.settings.baseUrl,
      origin: request.headers.origin ?? null,
    });
    current.principal = principal;
    current.scope = scope;
    return true;
  }
}
