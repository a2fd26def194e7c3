import { Injectable } from '@nestjs/common';
import { Settings } from '../config/load-settings';
import { type AnswerInput, AnswerModel, type ModelAnswer } from './answer-model.port';
import { EXTRACTIVE_MODEL, ExtractiveModel } from './extractive/extractive-model';
import { OpenAiCompatibleModel } from './openai-compatible/openai-compatible-model';

/** Every agent names its model: the built-in one by its own name, any other at the configured server, if there is one. */
@Injectable()
export class ModelRouter extends AnswerModel {
  private readonly builtIn = new ExtractiveModel();
  private readonly server: AnswerModel | null;

  constructor({ values }: Settings) {
    super();
    this.server = values.MODEL_BASE_URL ? new OpenAiCompatibleModel(values.MODEL_BASE_URL, values.MODEL_API_KEY) : null;
  }

  answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const model = this.server && input.model !== EXTRACTIVE_MODEL ? this.server : this.builtIn;
    return model.answer(input, signal);
  }
}
