import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { VisitorAgentsService } from './visitor-agents.service';

/** The agent of a visitor's path, which names no workspace. */
@Injectable()
export class VisitorAgentPath {
  constructor(resources: PathResources, agents: VisitorAgentsService) {
    resources.registerForVisitors('agentId', (id) => agents.exists(id));
  }
}
