import { Module } from '@nestjs/common';
import { AnswerModel } from './answer-model.port';
import { ExtractiveModel } from './extractive/extractive-model';

/** Which adapter writes the answers. */
@Module({ providers: [{ provide: AnswerModel, useClass: ExtractiveModel }], exports: [AnswerModel] })
export class ModelsModule {}
