import { Injectable } from '@nestjs/common';
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
import { type ChosenModel, ModelChoice } from './model-choice';
import { OpenAiCompatibleCopilot } from './openai-compatible/openai-compatible-copilot';

/**
 * The model that the agent names writes for its team too, as it answers for the agent. Only what the built-in one cannot do is
 * done by another: a translation, where there is a server.
 */
@Injectable()
export class CopilotRouter extends CopilotModel {
  private readonly builtIn = new ExtractiveCopilot();

  constructor(
    private readonly choice: ModelChoice,
    private readonly support: AnswerSupport,
  ) {
    super();
  }

  async draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const chosen = await this.chosen(input);
    return this.adapterOf(chosen).draft({ ...input, model: chosen.model }, signal);
  }

  async answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const chosen = await this.chosen(input);
    return this.adapterOf(chosen).answer({ ...input, model: chosen.model }, signal);
  }

  async summarize(input: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText> {
    const chosen = await this.chosen(input);
    return this.adapterOf(chosen).summarize({ ...input, model: chosen.model }, signal);
  }

  async translate(input: CopilotTranslationInput, signal: AbortSignal): Promise<CopilotText> {
    const chosen = await this.choice.chooseWriter(input.workspaceId, input.model);
    return this.adapterOf(chosen).translate({ ...input, model: chosen.model }, signal);
  }

  private chosen({ workspaceId, model }: CopilotSummaryInput): Promise<ChosenModel> {
    return this.choice.choose(workspaceId, model);
  }

  private adapterOf({ server }: ChosenModel): CopilotModel {
    return server ? new OpenAiCompatibleCopilot(server, this.support) : this.builtIn;
  }
}
