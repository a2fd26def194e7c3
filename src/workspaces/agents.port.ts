import type { WorkspaceScope } from '../common/request/principal';

/** Answers questions about the agents of workspaces. Bound in ports.module.ts. */
export abstract class AgentDirectory {
  /** @throws DomainError 400 unless all are agents of the workspace that the caller can see; `path` names the field */
  abstract ensureAll(scope: WorkspaceScope, agentIds: readonly string[], path: string): Promise<void>;
}
