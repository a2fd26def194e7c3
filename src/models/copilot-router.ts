import { Injectable } from '@nestjs/common';
import { Settings } from '../config/load-settings';
import { BUILT_IN_MODEL } from '../config/settings';
import {
  type CopilotDraftInput,
  CopilotModel,
  type CopilotSummaryInput,
  type CopilotText,
  type CopilotTranslationInput,
  type NoEvidence,
} from './copilot-model.port';
import { AnswerSupport } from './evidence/answer-support';
import { ExtractiveCopilot } from './extractive/extractive-copilot';
import { ModelChoice } from './model-choice';
import { OpenAiCompatibleCopilot } from './openai-compatible/openai-compatible-copilot';

/**
 * The model that the agent names writes for its team too, as it answers for the agent. Only what the built-in one cannot do is
 * done by another: a translation, where there is a server.
 */
@Injectable()
export class CopilotRouter extends CopilotModel {
  private readonly builtIn = new ExtractiveCopilot();
  private readonly server: CopilotModel | null;
  /** Null: there is the built-in one alone. */
  private readonly translator: string | null;

  constructor(
    private readonly choice: ModelChoice,
    settings: Settings,
    support: AnswerSupport,
  ) {
    super();
    this.server = choice.server && new OpenAiCompatibleCopilot(choice.server, support);
    this.translator = settings.models.find((model) => model !== BUILT_IN_MODEL) ?? null;
  }

  draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const model = this.modelOf(input);
    return this.adapterOf(model).draft({ ...input, model }, signal);
  }

  answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const model = this.modelOf(input);
    return this.adapterOf(model).answer({ ...input, model }, signal);
  }

  summarize(input: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText> {
    const model = this.modelOf(input);
    return this.adapterOf(model).summarize({ ...input, model }, signal);
  }

  translate(input: CopilotTranslationInput, signal: AbortSignal): Promise<CopilotText> {
    const named = this.modelOf(input);
    const model = named === BUILT_IN_MODEL ? (this.translator ?? named) : named;
    return this.adapterOf(model).translate({ ...input, model }, signal);
  }

  private modelOf({ model }: { model: string }): string {
    return this.choice.allowed(model);
  }

  private adapterOf(model: string): CopilotModel {
    return this.server && model !== BUILT_IN_MODEL ? this.server : this.builtIn;
  }
}
