import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { AgentsRepository } from './agents.repository';

/** The agent of a path: one statement by primary key, so that a stranger's is 404 before role and body count. */
@Injectable()
export class AgentPath {
  constructor(resources: PathResources, agents: AgentsRepository) {
    resources.register('agentId', async (id, { scope }) => scope !== null && agents.exists(scope.workspaceId, id));
  }
}
