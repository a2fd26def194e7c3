import { Injectable } from '@nestjs/common';
import { logger } from '../common/logging/logger';
import { BUILT_IN_MODEL } from '../config/settings';
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

/**
 * Every agent names the model that answers for it; see {@link ModelChoice}. Where a server fails, the built-in model answers in
 * its place, and the answer says so.
 */
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

  async answer(
    input: AnswerInput,
    signal: AbortSignal,
    tell: (part: AnswerPart) => void = () => {},
  ): Promise<ModelAnswer> {
    const model = this.choice.allowed(input.model);
    if (!this.server || model === BUILT_IN_MODEL) return this.builtIn.answer({ ...input, model }, signal);
    const told: AnswerPart[] = [];
    try {
      return await this.server.answer({ ...input, model }, signal, (part) => {
        told.push(part);
        tell(part);
      });
    } catch (failure) {
      if (!(failure instanceof ModelFailure)) throw failure;
      logger.warn({ err: failure }, 'the built-in model answers in place of a server');
      // Not by that signal, whose time may be over: it takes none.
      const answer = await this.builtIn.answer({ ...input, model: BUILT_IN_MODEL }, new AbortController().signal);
      return { ...continued(told, answer), fallback: { from: model, reason: failure.reason } };
    }
  }
}

/** What was told stays, for it is supported; the built-in answer follows it in a paragraph of its own, unless it says the same. */
function continued(told: readonly AnswerPart[], answer: ModelAnswer): ModelAnswer {
  if (told.length === 0) return answer;
  const content = told.map(({ text }) => text).join('');
  const citations = told.flatMap((part) => part.citations);
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
