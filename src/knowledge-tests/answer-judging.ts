import { type Expectation, judged, type TestedAnswer, type Judgement } from './answer-judge';
import { ExpressionOverdue } from './bounded-expression';

/** Judges in the computing process: the author of a test also writes the expressions that are searched for. */
export default class AnswerJudging {
  judge(expectation: Expectation, answer: TestedAnswer): Judgement & { problem: string | null } {
    try {
      return { ...judged(expectation, answer), problem: null };
    } catch (error) {
      if (error instanceof ExpressionOverdue) return unjudged(error.message);
      if (error instanceof SyntaxError || error instanceof RangeError) return unjudged('An expression is too large.');
      throw error;
    }
  }
}

function unjudged(problem: string): Judgement & { problem: string } {
  return { verdict: 'wrong', citesExpected: false, problem };
}
