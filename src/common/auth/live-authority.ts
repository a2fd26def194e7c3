import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, NotFound } from '../errors/domain-error';
import { roleReaches } from '../operations/access';
import { pathWorkspaceOf } from '../operations/path-workspace';
import { denial } from '../registry/denial';
import type { WorkspaceScope } from '../request/principal';
import type { RequestContext } from '../request/request-context';
import { Callers } from './callers';
import { PathAccess } from './path-access';

/**
 * Whether a request that was let in would be let in again, for answers that take long: the same look-up, decision and
 * visibility that its guards asked. Once more costs one statement, and one for each resource that the path names.
 */
@Injectable()
export class LiveAuthority {
  constructor(
    private readonly callers: Callers,
    private readonly access: PathAccess,
  ) {}

  /**
   * What the request is done under must not have become less: a role that was lowered or agents that were hidden end it,
   * also where the operation would let the caller begin anew, because what was sent until now is of another reach.
   *
   * @throws the 401, 403, 404 or 503 that the request would be answered with now
   */
  async ensure(request: Request, begun: Readonly<RequestContext>, parameters: Record<string, string>): Promise<void> {
    const now: RequestContext = { ...begun };
    await this.callers.identify(request, now, pathWorkspaceOf(parameters));
    const refusal = begun.operation && denial(begun.operation, now.principal);
    if (refusal) throw refusal;
    await this.access.ensure(now, parameters);
    ensureNotLess(begun.scope, now.scope);
  }
}

function ensureNotLess(begun: RequestContext['scope'], now: RequestContext['scope']): void {
  if (!begun) return;
  if (!now) throw new NotFound();
  if ('role' in begun && 'role' in now && !roleReaches(now.role, begun.role)) throw new RoleLowered();
  if (!reachesAll(now, begun.agentIds)) throw new AgentsHidden();
}

function reachesAll({ agentIds }: WorkspaceScope, wanted: WorkspaceScope['agentIds']): boolean {
  return agentIds === null || (wanted !== null && wanted.every((agentId) => agentIds.includes(agentId)));
}

class RoleLowered extends DomainError {
  constructor() {
    super('role_insufficient', 'Your role in the workspace was lowered meanwhile. Try again.');
  }
}

class AgentsHidden extends DomainError {
  constructor() {
    super('agent_not_accessible', 'Agents of the workspace were hidden from you meanwhile. Try again.');
  }
}
