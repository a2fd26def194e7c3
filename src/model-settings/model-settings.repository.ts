import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { WorkspaceModelSettings } from './workspace-model-settings.entity';

/** The table workspace_model_settings. */
@Injectable()
export class ModelSettingsRepository {
  constructor(private readonly work: UnitOfWork) {}

  find(workspaceId: string): Promise<WorkspaceModelSettings | null> {
    return this.work.manager.findOneBy(WorkspaceModelSettings, { workspaceId });
  }

  /** Writes all columns at once, so that concurrent writers cannot mix one's address with another's key. */
  async upsert(settings: Omit<WorkspaceModelSettings, 'updatedAt'>): Promise<WorkspaceModelSettings> {
    const written = this.work.manager.create(WorkspaceModelSettings, {
      ...settings,
      updatedAt: await databaseTime(this.work),
    });
    await this.work.manager.upsert(WorkspaceModelSettings, written, ['workspaceId']);
    return written;
  }

  /** Workspaces with a model for embeddings. */
  async listWithEmbeddings(): Promise<string[]> {
    const select = { workspaceId: true };
    const found = await this.work.manager.find(WorkspaceModelSettings, {
      select,
      where: { embeddingModel: Not(IsNull()) },
    });
    return found.map(({ workspaceId }) => workspaceId);
  }

  /** Whether the settings existed. */
  async delete(workspaceId: string): Promise<boolean> {
    return (await this.work.manager.delete(WorkspaceModelSettings, { workspaceId })).affected === 1;
  }
}
