import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, NotFound } from '../errors/domain-error';
import { LookUps } from '../database/look-ups';
import { roleReaches } from '../operations/access';
import { pathWorkspaceOf } from '../operations/path-workspace';
import { denial } from '../registry/denial';
import type { WorkspaceScope } from '../request/principal';
import type { RequestContext } from '../request/request-context';
import { Callers } from './callers';
import { PathAccess } from './path-access';

/**
 * Checks during long responses whether a request would still be allowed. It repeats the look-up, the access decision and the
 * visibility checks of the guards. A check costs one statement, and one more for each resource in the path; those of many responses
 * that check at the same time share statements.
 */
@Injectable()
export class LiveAuthority {
  constructor(
    private readonly callers: Callers,
    private readonly access: PathAccess,
    private readonly lookUps: LookUps,
  ) {}

  /**
   * The access must not have become smaller. A lowered role or hidden agents end the request even if the operation would still allow a
   * new one, because the data sent so far belongs to the larger access.
   *
   * @throws the 401, 403, 404 or 503 that a new request would get
   */
  ensure(request: Request, begun: Readonly<RequestContext>, parameters: Record<string, string>): Promise<void> {
    return this.lookUps.inCompany(() => this.check(request, begun, parameters));
  }

  private async check(
    request: Request,
    begun: Readonly<RequestContext>,
    parameters: Record<string, string>,
  ): Promise<void> {
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
    super('role_insufficient', 'Your role in the workspace has been lowered. Try again.');
  }
}

class AgentsHidden extends DomainError {
  constructor() {
    super('agent_not_accessible', 'You no longer have access to some agents of the workspace. Try again.');
  }
}
