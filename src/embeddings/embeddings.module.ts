import { Module } from '@nestjs/common';
import { ModelSettingsModule } from '../model-settings/model-settings.module';
import { TokenUsageModule } from '../token-usage/token-usage.module';
import { EmbeddingsService } from './embeddings.service';

/** Servers that turn texts into vectors, to find texts by their meaning. */
@Module({
  imports: [ModelSettingsModule, TokenUsageModule],
  providers: [EmbeddingsService],
  exports: [EmbeddingsService],
})
export class EmbeddingsModule {}
