import type { RegisteredOperation } from './registered-operation';

/** `createWorkspaceKey` → `parley_create_workspace_key`; null where the operation is hidden from MCP. */
export function toolName(operation: RegisteredOperation): string | null {
  if (operation.mcp === false) return null;
  return operation.mcp ?? `parley_${words(operation.operationId).join('_')}`;
}

/**
 * `parley <resource> <verb>`: `createContact` → `parley contacts create`, `createWorkspaceKey` → `parley workspace-keys
 * create`. Null where the operation is hidden from the command line.
 */
export function commandName(operation: RegisteredOperation): string | null {
  if (operation.cli === false) return null;
  if (operation.cli) return `parley ${operation.cli}`;
  const [verb, ...resource] = words(operation.operationId);
  return `parley ${plural(resource.join('-'))} ${verb}`;
}

function words(camelCase: string): string[] {
  return camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}

function plural(noun: string): string {
  if (noun.endsWith('s')) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
