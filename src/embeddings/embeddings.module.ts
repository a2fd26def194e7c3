import { Module } from '@nestjs/common';
import { ModelSettingsModule } from '../model-settings/model-settings.module';
import { EmbeddingsService } from './embeddings.service';

/** Servers that turn texts into vectors, for finding texts by their meaning. */
@Module({ imports: [ModelSettingsModule], providers: [EmbeddingsService], exports: [EmbeddingsService] })
export class EmbeddingsModule {}
