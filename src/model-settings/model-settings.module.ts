import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { EmbeddedKnowledgePort } from './embedded-knowledge.port';
import { ModelSettingsController } from './model-settings.controller';
import { ModelSettingsRepository } from './model-settings.repository';
import { ModelSettingsService } from './model-settings.service';
import { WorkspaceModelSettings } from './workspace-model-settings.entity';

/** Model servers of workspaces' own. */
@OwnsTables('workspace_model_settings')
@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceModelSettings])],
  controllers: [ModelSettingsController],
  providers: [ModelSettingsService, ModelSettingsRepository, EmbeddedKnowledgePort],
  exports: [ModelSettingsService, EmbeddedKnowledgePort],
})
export class ModelSettingsModule {}
