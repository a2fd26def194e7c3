import { Injectable } from '@nestjs/common';
import { logger } from '../common/logging/logger';
import {
  type AnswerInput,
  AnswerModel,
  type AnswerPart,
  type ModelAnswer,
  type ModelCitation,
} from './answer-model.port';
import { AnswerSupport, once } from './evidence/answer-support';
import { ExtractiveModel } from './extractive/extractive-model';
import { ModelChoice } from './model-choice';
import { ModelFailure } from './openai-compatible/model-failure';
import { OpenAiCompatibleModel } from './openai-compatible/openai-compatible-model';
import { Reranker } from './reranking/reranker';
import { TokenSpending } from './token-spending';

/**
 * Answers with the model of the agent. See {@link ModelChoice}. If a server fails, or the agent's budget is spent, the built-in model
 * answers instead, and the answer has `fallback`.
 */
@Injectable()
export class ModelRouter extends AnswerModel {
  private readonly builtIn = new ExtractiveModel();

  constructor(
    private readonly choice: ModelChoice,
    private readonly support: AnswerSupport,
    private readonly spending: TokenSpending,
    private readonly reranker: Reranker,
  ) {
    super();
  }

  async answer(
    input: AnswerInput,
    signal: AbortSignal,
    onPart: (part: AnswerPart) => void = () => {},
  ): Promise<ModelAnswer> {
    const sent: AnswerPart[] = [];
    let from = input.model;
    try {
      const { model, server } = await this.choice.choose(input.workspaceId, input.model);
      from = model;
      if (!server) return await this.answerBuiltIn({ ...input, model }, signal);
      const adapter = new OpenAiCompatibleModel(server, this.support, this.spending);
      return await adapter.answer({ ...input, model }, signal, (part) => {
        sent.push(part);
        onPart(part);
      });
    } catch (failure) {
      if (!(failure instanceof ModelFailure)) throw failure;
      logger.warn({ err: failure }, 'the built-in model answers because a model server failed');
      // Use a new signal, because the first one can already be aborted, and the built-in model needs no time.
      const answer = await this.answerBuiltIn(input, new AbortController().signal);
      return { ...continued(sent, answer), fallback: { from, reason: failure.reason } };
    }
  }

  private async answerBuiltIn(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const ranked = await this.reranker.rank(input.question, input.passages);
    const answer = await this.builtIn.answer({ ...input, passages: ranked }, signal);
    if (answer.kind === 'no_answer') return answer;
    // Citations count in the order of the input.
    const placeOf = (passageIndex: number): number =>
      input.passages.findIndex(({ chunkId }) => chunkId === ranked[passageIndex]!.chunkId);
    const citations = answer.citations.map((one) => ({ ...one, passageIndex: placeOf(one.passageIndex) }));
    return { ...answer, citations };
  }
}

/** Keeps the parts that were sent, which are supported, and appends the built-in answer as a paragraph unless it repeats them. */
function continued(sent: readonly AnswerPart[], answer: ModelAnswer): ModelAnswer {
  if (sent.length === 0) return answer;
  const content = sent.map(({ text }) => text).join('');
  const citations = sent.flatMap((part) => part.citations);
  const isNew = answer.kind === 'answered' && !answer.citations.every((own) => citations.some(overlaps(own)));
  return {
    ...answer,
    kind: 'answered',
    content: isNew ? `${content}\n\n${answer.content}` : content,
    citations: isNew ? once([...citations, ...answer.citations]) : citations,
  };
}

function overlaps({ passageIndex, start, end }: ModelCitation): (other: ModelCitation) => boolean {
  return (other) => other.passageIndex === passageIndex && other.start < end && start < other.end;
}
