import { BUILT_IN_MODEL } from '../../config/settings';
import { answerType } from '../../knowledge/language/answer-type';
import type { RankedPassage } from '../../knowledge/retrieval/passage.types';
import type { AnswerInput, AnswerModel, ModelAnswer } from '../answer-model.port';
import { selectQuote } from './select-quote';

/** Below this evidence there is no answer; chosen so that as many good questions are lost as foreign ones get through. */
const SMALLEST_EVIDENCE = 0.37;

/** Answers with the sentences of the best passage, word for word. Needs no model, no network and no randomness. */
export class ExtractiveModel implements AnswerModel {
  answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    signal.throwIfAborted();
    return Promise.resolve(this.extract(input));
  }

  private extract({ question, passages }: AnswerInput): ModelAnswer {
    const inputTokens = estimateTokens(question);
    const [best] = passages;
    const span = best && best.evidence >= SMALLEST_EVIDENCE ? selectQuote(best, answerType(question)) : null;
    if (!best || !span) return { kind: 'no_answer', model: BUILT_IN_MODEL, usage: { inputTokens, outputTokens: 0 } };
    const quote = best.text.slice(span.start, span.end);
    return {
      kind: 'answered',
      model: BUILT_IN_MODEL,
      content: quote,
      citations: [{ passageIndex: 0, quote, ...inSource(best, span) }],
      usage: { inputTokens, outputTokens: estimateTokens(quote) },
    };
  }
}

function inSource(passage: RankedPassage, span: { start: number; end: number }) {
  return { start: passage.start + span.start, end: passage.start + span.end };
}

/** Four characters a token, the usual estimate: nothing is tokenised here. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
