import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AgentFileSettings } from './agent-file-settings.entity';

/** The table agent_file_settings. */
@Injectable()
export class AgentFileSettingsRepository {
  constructor(private readonly work: UnitOfWork) {}

  find(workspaceId: string, agentId: string): Promise<AgentFileSettings | null> {
    return this.work.manager.findOneBy(AgentFileSettings, { workspaceId, agentId });
  }

  async upsert(settings: AgentFileSettings): Promise<void> {
    await this.work.manager.upsert(AgentFileSettings, settings, ['workspaceId', 'agentId']);
  }
}
