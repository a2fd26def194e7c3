import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../errors/domain-error';
import { currentRequest } from '../http/request-context';
import { roleReaches } from '../operations/access';
import { RoleInsufficient } from './auth.errors';
import { canAccessAgent, type Member } from './principal';

/**
 * Visibility of the workspace and agent that the path names, then the role. Costs no statement: the authenticator has
 * read the membership along with the credential. What may not be seen answers like what does not exist (contract §1).
 */
@Injectable()
export class WorkspaceGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, scope } = currentRequest();
    if (!operation?.pathParameters.includes('workspaceId')) return true;
    if (!scope) throw new NotFound();
    const { agentId } = context.switchToHttp().getRequest<Request>().params;
    if (typeof agentId === 'string' && !canAccessAgent(scope, agentId)) throw new NotFound();
    const least = 'role' in operation.access ? operation.access.role : undefined;
    if (least && 'role' in scope && !roleReaches((scope as Member).role, least)) throw new RoleInsufficient(least);
    return true;
  }
}
