import { Injectable } from '@nestjs/common';
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
import { type ChosenModel, ModelChoice } from './model-choice';
import { ModelFailure } from './openai-compatible/model-failure';
import { OpenAiCompatibleCopilot } from './openai-compatible/openai-compatible-copilot';
import { TokenSpending } from './token-spending';

/**
 * Writes for members with the model of the agent, from the same budget as its answers. After the budget is spent, the built-in model
 * writes. A translation, which the built-in model cannot do, uses another model if there is a server.
 */
@Injectable()
export class CopilotRouter extends CopilotModel {
  private readonly builtIn = new ExtractiveCopilot();

  constructor(
    private readonly choice: ModelChoice,
    private readonly support: AnswerSupport,
    private readonly spending: TokenSpending,
  ) {
    super();
  }

  draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    return this.written(input, (copilot, request) => copilot.draft(request, signal));
  }

  answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    return this.written(input, (copilot, request) => copilot.answer(request, signal));
  }

  summarize(input: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText> {
    return this.written(input, (copilot, request) => copilot.summarize(request, signal));
  }

  async translate(input: CopilotTranslationInput, signal: AbortSignal): Promise<CopilotText> {
    const chosen = await this.choice.chooseWriter(input.workspaceId, input.model);
    return this.adapterOf(chosen).translate({ ...input, model: chosen.model }, signal);
  }

  private async written<Input extends CopilotSummaryInput, Written>(
    input: Input,
    write: (copilot: CopilotModel, input: Input) => Promise<Written>,
  ): Promise<Written> {
    const chosen = await this.choice.choose(input.workspaceId, input.model);
    try {
      return await write(this.adapterOf(chosen), { ...input, model: chosen.model });
    } catch (failure) {
      if (!(failure instanceof ModelFailure) || failure.reason !== 'budget_spent') throw failure;
      return write(this.builtIn, { ...input, model: BUILT_IN_MODEL });
    }
  }

  private adapterOf({ server }: ChosenModel): CopilotModel {
    return server ? new OpenAiCompatibleCopilot(server, this.support, this.spending) : this.builtIn;
  }
}
