import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { AgentsRepository } from './agents.repository';

/** The agent of an event. */
@Injectable()
export class AgentResource {
  constructor(resources: EventResources, agents: AgentsRepository) {
    resources.register('agent', async (scope) => byId(await agents.listDtos(scope), (agent) => agent));
  }
}
