import { Injectable } from '@nestjs/common';
import type { Role } from '../../common/operations/access';
import type { Member } from '../../common/request/principal';
import { AgentDirectory } from '../agents.port';
import { RestrictionNeedsMember } from './members.errors';

/** Validates restrictions to agents. */
@Injectable()
export class AgentRestriction {
  constructor(private readonly agents: AgentDirectory) {}

  /**
   * The restriction in its stored form: each agent once, or null for every agent.
   *
   * @throws RestrictionNeedsMember 400 for another role, UnknownAgents 400
   */
  async checked(actor: Member, role: Role, agentIds: readonly string[] | null): Promise<string[] | null> {
    if (agentIds === null) return null;
    if (role !== 'member') throw new RestrictionNeedsMember();
    const ids = [...new Set(agentIds.map((id) => id.toLowerCase()))];
    await this.agents.ensureAll(actor, ids, '/restrictedAgentIds');
    return ids;
  }
}
