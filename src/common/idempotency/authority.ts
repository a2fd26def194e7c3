import { RoleInsufficient } from '../auth/auth.errors';
import { DomainError } from '../errors/domain-error';
import { ACCOUNT_SCOPES, type Role, roleReaches } from '../operations/access';
import type { RequestContext } from '../request/request-context';

/** The access of a caller at a moment, as far as a response can depend on it. The plan is not included, because it gives no access to records. */
export interface Authority {
  scopes: readonly string[];
  /** The role in the workspace of the path. Null for paths without a workspace, and for keys. */
  role: Role | null;
  /** Null for access to every agent. */
  agentIds: readonly string[] | null;
}

export function authorityOf({ principal, scope }: Pick<RequestContext, 'principal' | 'scope'>): Authority {
  return {
    scopes: 'scopes' in principal ? principal.scopes : principal.kind === 'session' ? ACCOUNT_SCOPES : [],
    role: scope && 'role' in scope ? scope.role : null,
    agentIds: scope?.agentIds ?? null,
  };
}

/** The refusal if a response made with the authority `then` must not be sent to a caller with the authority `now`. Null if it can be sent. */
export function refusalBeyond(then: Authority, now: Authority): DomainError | null {
  const lost = then.scopes.filter((scope) => !now.scopes.includes(scope));
  if (lost.length > 0) {
    const message = `The first request was made with the scope ${lost.join(' ')}, which the credential no longer has.`;
    return new DomainError('scope_missing', message, { missingScopes: lost });
  }
  if (then.role && !(now.role && roleReaches(now.role, then.role))) return new RoleInsufficient(then.role);
  const present = now.agentIds;
  if (present && !then.agentIds?.every((id) => present.includes(id))) {
    return new DomainError(
      'agent_not_accessible',
      'The first request was made with access to more agents than you have now.',
    );
  }
  return null;
}
