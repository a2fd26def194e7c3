import { Module } from '@nestjs/common';
import { AnswerModel } from './answer-model.port';
import { ModelRouter } from './model-router';

/** What writes answers; which adapter it is depends on the agent. */
@Module({ providers: [{ provide: AnswerModel, useClass: ModelRouter }], exports: [AnswerModel] })
export class ModelsModule {}
