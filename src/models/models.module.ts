import { Module } from '@nestjs/common';
import { EmbeddingsModule } from '../embeddings/embeddings.module';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { ModelSettingsModule } from '../model-settings/model-settings.module';
import { TokenUsageModule } from '../token-usage/token-usage.module';
import { AnswerModel } from './answer-model.port';
import { ModelTestsController } from './model-tests.controller';
import { ModelTestsService } from './model-tests.service';
import { CopilotModel } from './copilot-model.port';
import { CopilotRouter } from './copilot-router';
import { AnswerSupport } from './evidence/answer-support';
import { ModelChoice } from './model-choice';
import { ModelRouter } from './model-router';
import { Reranker } from './reranking/reranker';
import { TokenSpending } from './token-spending';

/** Provides the models for answers and for suggestions to members. The agent determines the adapter. */
@Module({
  imports: [EmbeddingsModule, RetrievalModule, ModelSettingsModule, TokenUsageModule],
  controllers: [ModelTestsController],
  providers: [
    AnswerSupport,
    ModelTestsService,
    ModelChoice,
    Reranker,
    TokenSpending,
    { provide: AnswerModel, useClass: ModelRouter },
    { provide: CopilotModel, useClass: CopilotRouter },
  ],
  exports: [AnswerModel, CopilotModel],
})
export class ModelsModule {}
