import { DomainError } from '../errors/domain-error';
import type { Access } from '../operations/access';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { Principal } from '../request/principal';
import { isAccount } from '../request/principal';

/**
 * The access decision: null, or the refusal. The guard, `GET /capabilities` and every other surface call this function, so that
 * they cannot disagree. Checks the kind of credential, Origin, verified email and scope, in this order.
 */
export function denial(
  operation: Pick<RegisteredOperation, 'access' | 'readOnly'>,
  principal: Principal,
): DomainError | null {
  const { access } = operation;
  if (isForCallers(access) && !kindAllowed(access, principal)) {
    return new DomainError(
      'credential_kind_not_allowed',
      `This operation does not accept this kind of credential. It needs ${ACCEPTED[access.kind]}.`,
    );
  }
  if (principal.kind === 'session' && !operation.readOnly && !principal.originTrusted) {
    return new DomainError('origin_not_trusted', 'Changes with a session cookie require a trusted Origin header.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must exactly match a trusted origin' }],
    });
  }
  if (principal.kind === 'visitor' && !principal.originTrusted) {
    return new DomainError('origin_not_trusted', 'The agent does not allow this site.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must be one of the agent’s allowedDomains' }],
    });
  }
  if (isAccount(principal) && !principal.emailVerified && !('unverified' in access && access.unverified)) {
    return new DomainError('email_not_verified', 'Verify the email address of your account first.');
  }
  const missing = missingScopes(access, principal);
  return missing.length === 0
    ? null
    : new DomainError('scope_missing', lack(missing, access, principal), { missingScopes: missing });
}

type ForCallers = Exclude<Access, { kind: 'public' | 'client' }>;

/** Operations that need no credential, and the token endpoint, refuse no kind. */
function isForCallers(access: Access): access is ForCallers {
  return access.kind !== 'public' && access.kind !== 'client';
}

/** What a caller has to send in place of a credential of the wrong kind. */
const ACCEPTED: Readonly<Record<ForCallers['kind'], string>> = {
  session: 'the session of a user who is signed in',
  account: 'an account credential (ca_…) or a session',
  workspace: 'a workspace key (ck_…) or its access token',
  account_or_workspace: 'an account credential (ca_…), a session, a workspace key (ck_…) or its access token',
  visitor: 'a visitor session',
};

function kindAllowed(access: ForCallers, principal: Principal): boolean {
  switch (access.kind) {
    case 'session':
      return principal.kind === 'session';
    case 'account':
      return isAccount(principal);
    case 'workspace':
      return principal.kind === 'key' || principal.kind === 'token';
    case 'account_or_workspace':
      return principal.kind !== 'public' && principal.kind !== 'visitor';
    case 'visitor':
      return principal.kind === 'visitor';
  }
}

/** Names the scopes that are needed and those that there are, so that the caller knows what to request. */
function lack(missing: readonly string[], access: Access, principal: Principal): string {
  const alternative = 'orScope' in access && access.orScope ? ` or ${access.orScope}` : '';
  const granted = 'scopes' in principal && principal.scopes.length > 0 ? principal.scopes.join(' ') : 'none';
  return `The credential lacks the scope ${missing.join(' ')}${alternative}. Its scopes: ${granted}.`;
}

function missingScopes(access: Access, principal: Principal): readonly string[] {
  if (principal.kind === 'public' || principal.kind === 'session' || principal.kind === 'visitor') return [];
  const needed: readonly string[] =
    access.kind === 'account_or_workspace' && principal.kind !== 'credential'
      ? access.keyScopes
      : 'scopes' in access
        ? access.scopes
        : [];
  const granted: readonly string[] = principal.scopes;
  if ('orScope' in access && access.orScope && granted.includes(access.orScope)) return [];
  return needed.filter((scope) => !granted.includes(scope));
}
