import { Injectable } from '@nestjs/common';

/** Knows the agents of workspaces. */
export interface AgentDirectory {
  /** Those of the ids that are agents of the workspace. */
  existing(workspaceId: string, agentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Where the feature of agents, which is built on this one, makes itself known to it. */
@Injectable()
export class AgentsPort {
  private directory: AgentDirectory | undefined;

  provide(directory: AgentDirectory): void {
    this.directory = directory;
  }

  existing(workspaceId: string, agentIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.directory) throw new Error('No feature provides agents');
    return this.directory.existing(workspaceId, agentIds);
  }
}
