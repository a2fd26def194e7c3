import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import { AgentsRepository } from './agents.repository';

/** Agents as the commands of an operator see them: all tenants'. No module exports it, so that no request reaches it. */
@Injectable()
export class AgentsOperatorService {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly audit: Audit,
    private readonly work: UnitOfWork,
  ) {}

  /** The hosted page is shown no more, or again; its name is returned. The widget goes on. @throws NotFound 404 */
  async blockChatPage(agentId: string, blocked: boolean): Promise<string> {
    return this.work.run(async () => {
      const agent = await this.agents.findOfAnyWorkspace(agentId);
      if (!agent) throw new NotFound();
      const { workspaceId, id, name } = agent;
      await this.agents.updateChatPageBlock(workspaceId, id, blocked);
      const subject = { type: 'agent', id };
      await this.audit.operator({ workspaceId, name: blocked ? 'blockChatPage' : 'unblockChatPage', subject });
      return name;
    });
  }
}
