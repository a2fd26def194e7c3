import type { WorkspaceScope } from '../common/request/principal';

/** Knows the agents of workspaces. Bound in ports.module.ts. */
export abstract class AgentDirectory {
  /** @throws DomainError 400 unless all are agents of the workspace that the caller reaches; `path` names the field */
  abstract ensureAll(scope: WorkspaceScope, agentIds: readonly string[], path: string): Promise<void>;
}
