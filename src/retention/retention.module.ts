import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RETENTION_MIGRATIONS } from '../../migrations/retention';
import { Feature } from '../common/feature/feature.decorator';
import { DUE_NOW, exported } from '../common/feature/table-policy';
import { ErasureModule } from '../erasure/erasure.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { RetentionController } from './retention.controller';
import { RetentionService } from './retention.service';
import { RetentionSettings } from './retention-settings.entity';
import { RetentionSettingsRepository } from './retention-settings.repository';
import { RetentionSweep } from './retention-sweep';

/** Retention periods of workspaces. */
@Feature({
  name: 'retention',
  tables: {
    retention_settings: exported({ anew: DUE_NOW }),
  },
  migrations: RETENTION_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([RetentionSettings]), ErasureModule, ConversationsModule],
  controllers: [RetentionController],
  exports: [RetentionService],
  providers: [RetentionService, RetentionSettingsRepository, RetentionSweep],
})
export class RetentionModule {}
