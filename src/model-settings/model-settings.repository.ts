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

  /** All of them at once, so that of two writers the later one's address and key go together. */
  async upsert(settings: Omit<WorkspaceModelSettings, 'updatedAt'>): Promise<WorkspaceModelSettings> {
    const written = this.work.manager.create(WorkspaceModelSettings, {
      ...settings,
      updatedAt: await databaseTime(this.work),
    });
    await this.work.manager.upsert(WorkspaceModelSettings, written, ['workspaceId']);
    return written;
  }

  /** Workspaces that have a model for embeddings. */
  async listWithEmbeddings(): Promise<string[]> {
    const select = { workspaceId: true };
    const found = await this.work.manager.find(WorkspaceModelSettings, {
      select,
      where: { embeddingModel: Not(IsNull()) },
    });
    return found.map(({ workspaceId }) => workspaceId);
  }

  /** Whether there were any. */
  async delete(workspaceId: string): Promise<boolean> {
    return (await this.work.manager.delete(WorkspaceModelSettings, { workspaceId })).affected === 1;
  }
}
