import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';

/** Knows the agents of workspaces. */
export interface AgentDirectory {
  /** @throws DomainError 400 unless all are agents of the workspace that the caller reaches; `path` names the field */
  ensureAll(scope: WorkspaceScope, agentIds: readonly string[], path: string): Promise<void>;
}

/** Where the feature of agents, which is built on this one, makes itself known to it. */
@Injectable()
export class AgentsPort implements AgentDirectory {
  private directory: AgentDirectory | undefined;

  provide(directory: AgentDirectory): void {
    this.directory = directory;
  }

  ensureAll(scope: WorkspaceScope, agentIds: readonly string[], path: string): Promise<void> {
    if (!this.directory) throw new Error('No feature provides agents');
    return this.directory.ensureAll(scope, agentIds, path);
  }
}
