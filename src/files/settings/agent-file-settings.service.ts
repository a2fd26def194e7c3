import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { AllowedFiles } from '../file.types';
import type { UpdateFileSettingsInput } from './agent-file-settings.dto';
import { AgentFileSettingsRepository } from './agent-file-settings.repository';

export interface FileSettings {
  agentId: string;
  visitorFiles: AllowedFiles;
  chatFiles: AllowedFiles;
}

/** Which files customers can send to an agent. The caller sees the agent. */
@Injectable()
export class AgentFileSettingsService {
  constructor(
    private readonly settings: AgentFileSettingsRepository,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
  ) {}

  async get(workspaceId: string, agentId: string): Promise<FileSettings> {
    const id = agentId.toLowerCase();
    const { visitorFiles = 'documents', chatFiles = 'documents' } = (await this.settings.find(workspaceId, id)) ?? {};
    return { agentId: id, visitorFiles, chatFiles };
  }

  /** Changes only the fields that are sent. */
  update(workspaceId: string, agentId: string, input: UpdateFileSettingsInput): Promise<FileSettings> {
    return this.work.run(async () => {
      await this.agents.lockAgainstPurge(workspaceId, [agentId.toLowerCase()]);
      const before = await this.get(workspaceId, agentId);
      const { visitorFiles = before.visitorFiles, chatFiles = before.chatFiles } = input;
      const after = { ...before, visitorFiles, chatFiles };
      await this.settings.upsert({ workspaceId, ...after });
      return after;
    });
  }
}
