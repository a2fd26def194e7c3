import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../errors/domain-error';
import { currentRequest, type RequestContext } from '../http/request-context';
import { roleReaches } from '../operations/access';
import type { RegisteredOperation } from '../operations/registered-operation';
import { RoleInsufficient } from './auth.errors';
import { PathResources } from './path-resources';
import { canAccessAgent } from './principal';

/**
 * Visibility of what the path names, left to right, then the role. The workspace costs no statement (the authenticator
 * has read the membership along with the credential), every other record one. What may not be seen answers like what
 * does not exist (contract §1).
 */
@Injectable()
export class WorkspaceGuard implements CanActivate {
  constructor(private readonly resources: PathResources) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const current = currentRequest();
    const { operation, scope } = current;
    if (!operation) return true;
    if (operation.pathParameters.includes('workspaceId') && !scope) throw new NotFound();
    const parameters = context.switchToHttp().getRequest<Request>().params as Record<string, string>;
    const { agentId } = parameters;
    if (scope && agentId !== undefined && !canAccessAgent(scope, agentId)) throw new NotFound();
    const finders = this.resources.of(operation.pathParameters);
    if (finders.length > 0) return checkRecords(operation, current, parameters, finders);
    checkRole(operation, current);
    return true;
  }
}

async function checkRecords(
  operation: RegisteredOperation,
  current: RequestContext,
  parameters: Record<string, string>,
  finders: ReturnType<PathResources['of']>,
): Promise<boolean> {
  const { principal, scope } = current;
  for (const { parameter, find } of finders) {
    if (!(await find(parameters[parameter] ?? '', { principal, scope, parameters }))) throw new NotFound();
  }
  checkRole(operation, current);
  return true;
}

function checkRole({ access }: RegisteredOperation, { scope }: RequestContext): void {
  const least = 'role' in access ? access.role : undefined;
  if (least && scope && 'role' in scope && !roleReaches(scope.role, least)) {
    throw new RoleInsufficient(least);
  }
}
