import { Module } from '@nestjs/common';
import { KnowledgeModule } from '../knowledge/knowledge.module';
import { AnswerModel } from './answer-model.port';
import { AnswerSupport } from './evidence/answer-support';
import { ModelRouter } from './model-router';

/** What writes answers; which adapter it is depends on the agent. */
@Module({
  imports: [KnowledgeModule],
  providers: [AnswerSupport, { provide: AnswerModel, useClass: ModelRouter }],
  exports: [AnswerModel],
})
export class ModelsModule {}
