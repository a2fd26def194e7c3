import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { pathWorkspaceOf } from '../operations/path-workspace';
import { OperationRegistry } from '../registry/operation.registry';
import { currentRequest, type RequestContext } from '../request/request-context';
import { Callers } from './callers';
import { LiveAuthority } from './live-authority';

/** Authentication: every operation that is not public needs a caller. See {@link Callers}. */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly callers: Callers,
    private readonly authority: LiveAuthority,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const operation = this.registry.forHandler(context.getHandler());
    if (!operation) return true;
    const current = currentRequest();
    current.operation = operation;
    const request = context.switchToHttp().getRequest<Request>();
    if (operation.access.kind === 'public' || operation.access.kind === 'client') return true;
    const parameters = request.params as Record<string, string>;
    current.ensureAuthorized = () => this.authority.ensure(request, current, parameters);
    return this.identified(request, current);
  }

  private async identified(request: Request, current: RequestContext): Promise<boolean> {
    const { known } = current;
    if (known?.workspaceId === pathWorkspaceOf(request.params)) {
      const { principal, scope } = known;
      Object.assign(current, { principal, scope, credentialSent: true });
    } else {
      await this.callers.identify(request, current);
    }
    return true;
  }
}
