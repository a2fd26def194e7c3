import { canAccessAgent, type WorkspaceScope } from '../common/request/principal';
import { MOST_AGENTS } from './contact-fields';
import { AgentNotAccessible } from './contacts.errors';

/** @throws AgentNotAccessible 403 if one of the contact's agents is not accessible to the caller */
export function ensureOwn(scope: WorkspaceScope, agentIds: readonly string[]): void {
  if (scope.agentIds === null || (agentIds.length > 0 && agentIds.every((id) => canAccessAgent(scope, id)))) return;
  throw new AgentNotAccessible('This contact is shared with agents that you cannot access.');
}

/**
 * Returns the agents that are added to a contact's `present` agents. The caller must be able to access each of them.
 * Present agents may stay, even if they have been purged since.
 *
 * @throws AgentNotAccessible 403 if a restricted member names no agents
 */
export function addedAgents(
  scope: WorkspaceScope,
  agentIds: readonly string[],
  present: readonly string[],
): readonly string[] {
  if (scope.agentIds !== null && agentIds.length === 0) {
    throw new AgentNotAccessible('Name at least one agent that you can access, and no others.');
  }
  return agentIds.filter((id) => !present.includes(id));
}

/**
 * Adds the agent to those of a contact, so that its members see the person they talk to. A contact that is shared with
 * the whole workspace is already visible to them.
 */
export function sharedWith(agentIds: string[], agentId: string): string[] {
  const isFull = agentIds.length === 0 || agentIds.length >= MOST_AGENTS;
  return isFull || agentIds.includes(agentId) ? agentIds : [...agentIds, agentId];
}
