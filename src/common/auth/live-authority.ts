import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, NotFound } from '../errors/domain-error';
import { LookUps } from '../database/look-ups';
import { shared } from '../database/per-turn';
import { roleReaches } from '../operations/access';
import { pathWorkspaceOf } from '../operations/path-workspace';
import { denial } from '../registry/denial';
import type { WorkspaceScope } from '../request/principal';
import type { RequestContext } from '../request/request-context';
import { Callers } from './callers';
import { PathAccess } from './path-access';
import type { PresentedRequest } from './presented-secret';

/**
 * Checks during long responses whether a request would still be allowed. It repeats the look-up, the access decision and the
 * visibility checks of the guards. A check costs one statement, and one more for each resource in the path; those of many responses
 * that check at the same time share statements, and those of one credential share its authentication.
 */
@Injectable()
export class LiveAuthority {
  private readonly authenticated = shared(
    (presented: PresentedRequest) => this.lookUps.inCompany(() => this.callers.authenticate(presented)),
    ({ secret, headers, workspaceId, audience, origin }) =>
      [secret, headers.authorization === undefined, workspaceId, audience, origin].join('\n'),
  );

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
  async ensure(request: Request, begun: Readonly<RequestContext>, parameters: Record<string, string>): Promise<void> {
    const { operation, audience } = begun;
    const presented = this.callers.presented(request, audience, pathWorkspaceOf(parameters));
    const { principal, scope } = await this.authenticated(presented);
    const refusal = operation && denial(operation, principal);
    if (refusal) throw refusal;
    const now = { operation, principal, scope };
    const found = this.lookUps.inCompany(() => this.access.ensure(now, parameters));
    if (found) await found;
    ensureNotLess(begun.scope, scope);
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
