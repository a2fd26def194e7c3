import { Injectable } from '@nestjs/common';
import { BUILT_IN_MODEL } from '../config/settings';
import { type AnswerInput, AnswerModel, type ModelAnswer } from './answer-model.port';
import { AnswerSupport } from './evidence/answer-support';
import { ExtractiveModel } from './extractive/extractive-model';
import { ModelChoice } from './model-choice';
import { OpenAiCompatibleModel } from './openai-compatible/openai-compatible-model';

/** Every agent names the model that answers for it; see {@link ModelChoice}. */
@Injectable()
export class ModelRouter extends AnswerModel {
  private readonly builtIn = new ExtractiveModel();
  private readonly server: AnswerModel | null;

  constructor(
    private readonly choice: ModelChoice,
    support: AnswerSupport,
  ) {
    super();
    this.server = choice.server && new OpenAiCompatibleModel(choice.server, support);
  }

  answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const model = this.choice.allowed(input.model);
    const adapter = this.server && model !== BUILT_IN_MODEL ? this.server : this.builtIn;
    return adapter.answer({ ...input, model }, signal);
  }
}
