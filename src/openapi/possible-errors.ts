import { refusalsOfKinds } from '../common/auth/strategies/credential-kind';
import { allErrorCodes, type ErrorCode, statusOf } from '../common/errors/error-codes';
import type { Access } from '../common/operations/access';
import { CHECK_REFUSALS } from '../common/operations/caller-checks';
import { isInWorkspace } from '../common/operations/path-workspace';
import type { RegisteredOperation } from '../common/operations/registered-operation';

/** What the possible errors follow from. */
type Declared = Pick<RegisteredOperation, 'access' | 'readOnly' | 'path' | 'pathParameters'> &
  Partial<RegisteredOperation>;

/** Reads one resource of an account, with a scope and a limit. */
const USUAL: Declared = {
  access: { kind: 'account', scopes: ['workspaces:read'] },
  readOnly: true,
  path: '/workspaces/{workspaceId}',
  pathParameters: ['workspaceId'],
  limit: 'list_per_user',
};

/** The codes that nearly every operation can answer, by status. */
export function usualErrors(): Map<number, ErrorCode[]> {
  return possibleErrors(USUAL);
}

/**
 * Every code that an operation can answer, by status: those that follow from its declaration, and those that it
 * declares. A test fails if a response has a code that is missing here.
 */
export function possibleErrors(operation: Declared): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...ofRequest(operation),
    ...ofAccess(operation.access, operation.readOnly),
    ...ofReplay(operation),
    ...(operation.pathParameters.length > 0 ? (['not_found'] as const) : []),
    ...(operation.limit ? (['rate_limited'] as const) : []),
    ...(operation.checks ?? []).map((check) => CHECK_REFUSALS[check]),
    ...(operation.errors ?? []),
    'internal_error',
    ...ofDatabase(operation),
  ]);
  return byStatus(codes);
}

function byStatus(codes: ReadonlySet<ErrorCode>): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of allErrorCodes().filter((one) => codes.has(one))) {
    found.set(statusOf(code), [...(found.get(statusOf(code)) ?? []), code]);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** All operations refuse unknown query parameters. A body is read even if the operation takes none. */
function ofRequest({ takes, idempotent, access }: Declared): ErrorCode[] {
  return [
    'validation_failed',
    ...(takes ? [] : (['malformed_json'] as const)),
    ...(['unsupported_media_type', 'payload_too_large'] as const),
    ...(idempotent ? (['idempotency_key_invalid', 'request_in_progress'] as const) : []),
    // Without a credential, another body is another request.
    ...(idempotent && access.kind !== 'public' ? (['idempotency_key_reused'] as const) : []),
  ];
}

/**
 * Operations check a credential of any kind: one of a kind that they do not accept must be valid to be refused by its
 * kind.
 */
function ofAccess(access: Access, readOnly: boolean): ErrorCode[] {
  if (access.kind === 'public' || access.kind === 'client') return [];
  const isVisitor = access.kind === 'visitor';
  const accounts = access.kind !== 'workspace' && !isVisitor;
  return [
    'api_key_missing',
    'api_key_invalid',
    'token_audience_mismatch',
    ...refusalsOfKinds(),
    'credential_kind_not_allowed',
    ...(isVisitor || (accounts && !readOnly) ? (['origin_not_trusted'] as const) : []),
    // Blocking a hosted page ends the sessions that began on it.
    ...(isVisitor ? (['not_found'] as const) : []),
    ...(accounts && !('unverified' in access && access.unverified) ? (['email_not_verified'] as const) : []),
    ...('scopes' in access && access.scopes.length > 0 ? (['scope_missing'] as const) : []),
    ...('role' in access && access.role ? (['role_insufficient'] as const) : []),
    'authorization_unavailable',
  ];
}

/** A stored answer is refused to a caller that has lost authority in the workspace since. */
function ofReplay(operation: Declared): ErrorCode[] {
  return operation.idempotent && isInWorkspace(operation) ? ['role_insufficient', 'agent_not_accessible'] : [];
}

/** While the database is unavailable or overloaded. Operations that check passwords use one code for both. */
function ofDatabase({ errors }: Declared): ErrorCode[] {
  return errors?.includes('identity_unavailable') ? [] : ['not_ready', 'overloaded'];
}
