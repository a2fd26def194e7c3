import { Injectable } from '@nestjs/common';
import { NotFound } from '../common/errors/domain-error';
import { AgentsRepository } from './agents.repository';

/** Agents as the commands of an operator see them: all tenants'. No module exports it, so that no request reaches it. */
@Injectable()
export class AgentsOperatorService {
  constructor(private readonly agents: AgentsRepository) {}

  /** The hosted page is shown no more, or again; its name is returned. The widget goes on. @throws NotFound 404 */
  async blockChatPage(agentId: string, blocked: boolean): Promise<string> {
    const agent = await this.agents.findOfAnyWorkspace(agentId);
    if (!agent) throw new NotFound();
    await this.agents.updateChatPageBlock(agent.workspaceId, agent.id, blocked);
    return agent.name;
  }
}
