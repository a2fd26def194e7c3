import { BUILT_IN_MODEL } from '../../config/settings';
import { questionForm } from '../../language/question-form';
import { ENOUGH_EVIDENCE, type RankedPassage } from '../../retrieval/passage.types';
import type { AnswerInput, AnswerModel, ModelAnswer } from '../answer-model.port';
import { estimatedTokens } from '../../common/text/token-count';
import { composeAnswer } from './compose-answer';

/** Answers with literal sentences of the best passages, without a model, network or randomness. */
export class ExtractiveModel implements AnswerModel {
  answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    signal.throwIfAborted();
    return Promise.resolve(this.extract(input));
  }

  private extract({ question, passages }: AnswerInput): ModelAnswer {
    const inputTokens = estimatedTokens(question.length);
    const [best] = passages;
    const excerpts = best && best.evidence >= ENOUGH_EVIDENCE ? composeAnswer(passages, questionForm(question)) : [];
    if (excerpts.length === 0)
      return { kind: 'no_answer', model: BUILT_IN_MODEL, usage: { inputTokens, outputTokens: 0 } };
    const content = excerpts.map((excerpt) => excerpt.content).join('\n\n');
    return {
      kind: 'answered',
      model: BUILT_IN_MODEL,
      content,
      citations: excerpts.flatMap(({ passageIndex, quotes }) => {
        const passage = passages[passageIndex]!;
        return quotes.map((span) => ({
          passageIndex,
          quote: passage.text.slice(span.start, span.end),
          ...inSource(passage, span),
        }));
      }),
      usage: { inputTokens, outputTokens: estimatedTokens(content.length) },
    };
  }
}

function inSource(passage: RankedPassage, span: { start: number; end: number }) {
  return { start: passage.start + span.start, end: passage.start + span.end };
}
