import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WorkspaceScope } from '../../common/request/principal';
import type { AgentMailAddressDto, UpdateAgentMailAddressInput } from './agent-mail-address.dto';
import { AgentMailSettingsRepository } from './agent-mail-settings.repository';
import type { StaffForwarding } from './mail-address.types';
import { MailAddressesService } from './mail-addresses.service';

/** The address of an agent for incoming email, and its settings. */
@Injectable()
export class AgentMailAddressService {
  constructor(
    private readonly addresses: MailAddressesService,
    private readonly settings: AgentMailSettingsRepository,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
  ) {}

  async get({ workspaceId }: WorkspaceScope, agentId: string): Promise<AgentMailAddressDto> {
    const id = agentId.toLowerCase();
    const address = this.addresses.intakeAddress(id);
    return { agentId: id, address, staffForwarding: await this.staffForwarding(workspaceId, id) };
  }

  /** Changes only the fields that are sent. */
  async update(
    scope: WorkspaceScope,
    agentId: string,
    { staffForwarding }: UpdateAgentMailAddressInput,
  ): Promise<AgentMailAddressDto> {
    const { workspaceId } = scope;
    const id = agentId.toLowerCase();
    if (staffForwarding !== undefined) {
      await this.work.run(async () => {
        await this.agents.lockAgainstPurge(workspaceId, [id]);
        await this.settings.upsert({ workspaceId, agentId: id, staffForwarding });
      });
    }
    return this.get(scope, id);
  }

  /** Whether email that members forward opens the conversations of its original senders. */
  async staffForwarding(workspaceId: string, agentId: string): Promise<StaffForwarding> {
    return (await this.settings.find(workspaceId, agentId))?.staffForwarding ?? 'verified';
  }
}
