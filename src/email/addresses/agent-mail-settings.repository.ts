import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AgentMailSettings } from './agent-mail-settings.entity';

/** The table agent_mail_settings. */
@Injectable()
export class AgentMailSettingsRepository {
  constructor(private readonly work: UnitOfWork) {}

  find(workspaceId: string, agentId: string): Promise<AgentMailSettings | null> {
    return this.work.manager.findOneBy(AgentMailSettings, { workspaceId, agentId });
  }

  async upsert(settings: AgentMailSettings): Promise<void> {
    await this.work.manager.upsert(AgentMailSettings, settings, ['workspaceId', 'agentId']);
  }
}
