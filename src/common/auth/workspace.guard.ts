import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { currentRequest } from '../request/request-context';
import { PathAccess } from './path-access';

/** Checks the visibility of the resources in the path, then the role. See {@link PathAccess}. */
@Injectable()
export class WorkspaceGuard implements CanActivate {
  constructor(private readonly access: PathAccess) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const parameters = context.switchToHttp().getRequest<Request>().params as Record<string, string>;
    return this.access.ensure(currentRequest(), parameters)?.then(() => true) ?? true;
  }
}
