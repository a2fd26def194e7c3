import { canAccessAgent, type WorkspaceScope } from '../common/request/principal';
import { MOST_AGENTS } from './contact-fields';
import { AgentNotAccessible } from './contacts.errors';

/** @throws AgentNotAccessible 403 where somebody else shares a contact of these agents */
export function ensureOwn(scope: WorkspaceScope, agentIds: readonly string[]): void {
  if (scope.agentIds === null || (agentIds.length > 0 && agentIds.every((id) => canAccessAgent(scope, id)))) return;
  throw new AgentNotAccessible('This contact is shared with agents that you cannot access.');
}

/**
 * The agents that come to a contact's `present` ones, which must be the caller's. Those that are there already may stay,
 * even where they have been purged since.
 *
 * @throws AgentNotAccessible 403 where a restricted member names none
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

/** Members of the agent must see whom they talk to; a contact of the whole workspace they see already. */
export function sharedWith(agentIds: string[], agentId: string): string[] {
  const isFull = agentIds.length === 0 || agentIds.length >= MOST_AGENTS;
  return isFull || agentIds.includes(agentId) ? agentIds : [...agentIds, agentId];
}
