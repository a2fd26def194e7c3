import { isErrorCode } from '../errors/error-codes';
import { ACCOUNT_SCOPES, KEY_SCOPES, scopesNamedBy } from '../operations/access';
import { auditProblems } from '../operations/audited';
import { CHECK_REFUSALS } from '../operations/caller-checks';
import { isInWorkspace } from '../operations/path-workspace';
import type { RegisteredOperation } from '../operations/registered-operation';
import { commandName, toolName } from './operation.names';

/** Problems with the declarations, one sentence each. The service does not start if there are any. */
export function checkOperations(operations: readonly RegisteredOperation[], limits: ReadonlySet<string>): string[] {
  return [
    ...duplicates(operations, 'operationId', (operation) => operation.operationId),
    ...duplicates(operations, 'route', (operation) => `${operation.method} ${operation.path}`),
    ...duplicates(operations, 'command', commandName),
    ...duplicates(operations, 'tool', toolName),
    ...operations.flatMap((operation) =>
      problemsOf(operation, limits).map((problem) => `${operation.operationId} ${problem}`),
    ),
  ];
}

function duplicates(
  operations: readonly RegisteredOperation[],
  what: string,
  nameOf: (operation: RegisteredOperation) => string | null,
): string[] {
  const seen = new Map<string, string>();
  return operations.flatMap((operation) => {
    const name = nameOf(operation);
    if (name === null) return [];
    const where = `${operation.controller}.${operation.handlerName}`;
    const earlier = seen.get(name);
    seen.set(name, where);
    return earlier === undefined ? [] : [`${where} and ${earlier} share the ${what} ${name}`];
  });
}

function problemsOf({ access, ...operation }: RegisteredOperation, limits: ReadonlySet<string>): string[] {
  const problems = auditProblems(operation.audit, operation);
  const known: readonly string[] = [...ACCOUNT_SCOPES, ...KEY_SCOPES];
  for (const scope of scopesNamedBy(access))
    if (!known.includes(scope)) problems.push(`names the unknown scope ${scope}`);
  if (operation.limit !== undefined && !limits.has(operation.limit)) {
    problems.push(`names the unknown limit ${operation.limit}`);
  }
  for (const code of operation.errors ?? []) {
    if (!isErrorCode(code)) problems.push(`names the unknown error ${code}`);
  }
  if (!/^[a-z]+([A-Z][a-z]*)+$/.test(operation.operationId)) problems.push('is not a camelCase verb with a noun');
  if (operation.method === 'GET' && !operation.readOnly) problems.push('is a GET that is not read-only');
  if (operation.method === 'GET' && operation.takesBody) problems.push('is a GET with a body');
  if (operation.idempotent && operation.method !== 'POST') problems.push('takes an Idempotency-Key but is not a POST');
  // A streamed body is not kept for a comparison: its caller sends it again, and what was left expires.
  const isRepeatable = operation.idempotent || operation.storesNothing || operation.takes !== undefined;
  if (operation.status === 201 && operation.method === 'POST' && !isRepeatable) {
    problems.push('creates something by POST but takes no Idempotency-Key');
  }
  if (operation.takes && (operation.takesBody || operation.idempotent || operation.method === 'GET')) {
    problems.push('reads its body as a stream, so it must not be a GET or take @Body or an Idempotency-Key');
  }
  for (const [check, code] of Object.entries(CHECK_REFUSALS)) {
    if (operation.errors?.includes(code)) problems.push(`names the error ${code}, which comes from the check ${check}`);
  }
  if ('role' in access && access.role && !isInWorkspace(operation)) {
    problems.push('requires a role but has no {workspaceId} in its path');
  }
  return problems;
}
