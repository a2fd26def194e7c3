import { MCP_KEY_SCOPES } from '../operations/access';
import type { RegisteredOperation } from '../operations/registered-operation';

/** `createWorkspace` → `parley_create_workspace`; null where the operation is hidden from MCP, or can be no tool. */
export function toolName(operation: RegisteredOperation): string | null {
  if (operation.mcp === false || !canBeTool(operation)) return null;
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

/**
 * A tool takes JSON and answers JSON, and it has a caller: an account credential, or an access token with what MCP tokens
 * can have. So streams, what is for sessions, and what has no caller at all are none.
 */
function canBeTool({ access, takes, gives }: RegisteredOperation): boolean {
  if (takes || gives) return false;
  switch (access.kind) {
    case 'account':
    case 'account_or_workspace':
      return true;
    case 'workspace':
      return access.scopes.every((scope) => MCP_KEY_SCOPES.includes(scope));
    case 'session':
    case 'public':
    case 'client':
      return false;
  }
}
