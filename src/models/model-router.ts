import { Injectable } from '@nestjs/common';
import { Settings } from '../config/load-settings';
import { BUILT_IN_MODEL } from '../config/settings';
import { type AnswerInput, AnswerModel, type ModelAnswer } from './answer-model.port';
import { AnswerSupport } from './evidence/answer-support';
import { ExtractiveModel } from './extractive/extractive-model';
import { ModelServer } from './openai-compatible/model-server';
import { OpenAiCompatibleModel } from './openai-compatible/openai-compatible-model';

/**
 * Every agent names its model: the built-in one by its own name, any other at the configured server, if there is one. An
 * agent whose model is no longer allowed is answered by the default one.
 */
@Injectable()
export class ModelRouter extends AnswerModel {
  private readonly builtIn = new ExtractiveModel();
  private readonly server: AnswerModel | null;

  constructor(
    private readonly settings: Settings,
    support: AnswerSupport,
  ) {
    super();
    const { MODEL_BASE_URL, MODEL_API_KEY } = settings.values;
    this.server = MODEL_BASE_URL
      ? new OpenAiCompatibleModel(new ModelServer(MODEL_BASE_URL, MODEL_API_KEY), support)
      : null;
  }

  answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const model = this.settings.models.includes(input.model) ? input.model : this.settings.values.MODEL_DEFAULT;
    const adapter = this.server && model !== BUILT_IN_MODEL ? this.server : this.builtIn;
    return adapter.answer({ ...input, model }, signal);
  }
}
