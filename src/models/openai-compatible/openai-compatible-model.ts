import type { AnswerInput, AnswerModel, AnswerPart, ModelAnswer } from '../answer-model.port';
import type { AnswerSupport } from '../evidence/answer-support';
import { GroundedAnswer } from '../evidence/grounded-answer';
import type { TokenSpending } from '../token-spending';
import type { ModelServer } from './model-server';
import type { Completion } from './request-form';
import { promptFor } from './prompt';
import type { ClaimedText } from './reply';
import { ReplyReader } from './reply-reader';
import { withFittingPrompt } from './shorter-prompts';
import { verifiedCitations } from './verified-citations';

/** Enough for four sentences and their quotes. */
const MOST_OUTPUT_TOKENS = 1_000;

/**
 * Answers with a model server. A sentence is used only if its quotes occur in the passages and support it, and is sent as soon as that
 * is checked. An answer without any supported sentence counts as no answer.
 */
export class OpenAiCompatibleModel implements AnswerModel {
  constructor(
    private readonly server: ModelServer,
    private readonly support: AnswerSupport,
    private readonly spending: TokenSpending,
  ) {}

  /** @throws ModelFailure if the agent's budget is spent, or the server is paused, fails, is aborted by `signal`, or replies in the wrong form */
  answer(input: AnswerInput, signal: AbortSignal, onPart?: (part: AnswerPart) => void): Promise<ModelAnswer> {
    return withFittingPrompt(({ best, newest }) =>
      this.ask({ ...input, passages: best(input.passages), history: newest(input.history) }, signal, onPart),
    );
  }

  private async ask(
    input: AnswerInput,
    signal: AbortSignal,
    onPart?: (part: AnswerPart) => void,
  ): Promise<ModelAnswer> {
    const { model, passages } = input;
    const completion = completionOf(input);
    const answer = new GroundedAnswer(this.support, input, onPart);
    const reader = new ReplyReader();
    const add = async (claims: readonly ClaimedText[]): Promise<void> => {
      for (const { text, quotes } of claims) await answer.add({ text, citations: verifiedCitations(quotes, passages) });
    };
    const taker = {
      write: async (text: string): Promise<boolean> => {
        await add(reader.write(text));
        return !reader.isEnded;
      },
      end: () => add(reader.end()),
    };
    const { usage } = await this.spending.of(input, this.server.expectedTokens(completion), () =>
      this.server.stream(completion, taker, signal),
    );
    const { supported } = answer;
    return supported ? { kind: 'answered', model, ...supported, usage } : { kind: 'no_answer', model, usage };
  }
}

function completionOf(input: AnswerInput): Completion {
  const { model, temperature } = input;
  return { model, temperature, mostOutputTokens: MOST_OUTPUT_TOKENS, messages: promptFor(input) };
}
