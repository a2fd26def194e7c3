import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MODEL_SETTINGS_MIGRATIONS } from '../../migrations/model-settings';
import { Feature } from '../common/feature/feature.decorator';
import { exported } from '../common/feature/table-policy';
import { ModelSettingsController } from './model-settings.controller';
import { ModelSettingsRepository } from './model-settings.repository';
import { ModelSettingsService } from './model-settings.service';
import { WorkspaceModelSettings } from './workspace-model-settings.entity';

/** Model servers of workspaces. */
@Feature({
  name: 'model-settings',
  tables: {
    workspace_model_settings: exported({
      sealed: [{ column: 'sealed_api_key', purpose: 'workspace-model-server' }],
      keyed: {
        label: 'API keys of model servers',
        column: 'sealed_api_key',
        without: ['sealed_api_key', 'api_key_hint'],
      },
    }),
  },
  migrations: MODEL_SETTINGS_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceModelSettings])],
  controllers: [ModelSettingsController],
  providers: [ModelSettingsService, ModelSettingsRepository],
  exports: [ModelSettingsService],
})
export class ModelSettingsModule {}
