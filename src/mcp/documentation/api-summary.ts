import { scopeAlternatives } from '../../common/operations/access';
import type { RegisteredOperation } from '../../common/operations/registered-operation';
import { toolName } from '../../common/registry/operation.names';
import type { OperationSchemas } from '../../openapi/openapi.service';

/** One line: the operation's id, its method and path, its access, and its summary. */
export function operationLine(operation: RegisteredOperation): string {
  const { operationId, method, path, summary, access } = operation;
  const tool = toolName(operation);
  return `${operationId}: ${method} ${path} (${access.kind}${scopesOf(operation)}${tool ? `; tool ${tool}` : ''}): ${summary}`;
}

/** The complete description of one operation. */
export function operationText(operation: RegisteredOperation, { input, output }: OperationSchemas): string {
  return [
    operationLine(operation),
    operation.description,
    `Input: ${JSON.stringify(input)}`,
    operation.gives ? `Output: ${Object.keys(operation.gives).join(' or ')}` : `Output: ${JSON.stringify(output)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function scopesOf({ access }: RegisteredOperation): string {
  const alternatives = scopeAlternatives(access).filter(({ length }) => length > 0);
  return alternatives.length > 0 ? ` with ${alternatives.map((scopes) => scopes.join(' ')).join(' or ')}` : '';
}
