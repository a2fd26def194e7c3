import { BoundedExpressions } from './bounded-expression';
import { plainText } from './plain-text';

/** For all expressions of one question: far more than honest ones take, and too little to notice. */
const EXPRESSIONS_MS = 200;

/** An agent's answer, as a customer sees it. */
export interface TestedAnswer {
  outcome: string;
  content: string;
  /** Names of the sources that it cites. */
  cited: readonly string[];
}

/** The expectation of a question: `reply` is words of courtesy, without a citation. */
export type Expectation =
  | {
      expect: 'answered';
      /**
       * Alternatives: an answer is right when all texts of one of them occur in it. `/…/` is an expression. Where there are
       * none, an answer is right that cites an expected source.
       */
      accept: readonly (readonly string[])[];
      /** Names of the sources of which one should be cited. */
      sources: readonly string[];
    }
  | { expect: 'refused' | 'reply' | 'handed_off' };

export const VERDICTS = ['right', 'wrong', 'missing'] as const;
/** `missing` is no answer where one is wanted. */
export type Verdict = (typeof VERDICTS)[number];

export interface Judgement {
  verdict: Verdict;
  /** One of the expected sources is cited. */
  citesExpected: boolean;
}

/** @throws ExpressionOverdue, and SyntaxError where an expression is none */
export function judged(expectation: Expectation, answer: TestedAnswer): Judgement {
  if (expectation.expect === 'answered') {
    const citesExpected = answer.cited.some((source) => expectation.sources.includes(source));
    if (answer.outcome !== 'answered') return { verdict: 'missing', citesExpected };
    const { accept } = expectation;
    const isRight = accept.length === 0 ? citesExpected : accepts(accept, answer.content);
    return { verdict: isRight ? 'right' : 'wrong', citesExpected };
  }
  return { verdict: met(expectation.expect, answer) ? 'right' : 'wrong', citesExpected: false };
}

/** Whether all texts of one alternative occur in the answer. @throws ExpressionOverdue, SyntaxError */
export function accepts(accept: readonly (readonly string[])[], content: string): boolean {
  const plain = plainText(content);
  const expressions = new BoundedExpressions(EXPRESSIONS_MS);
  const occurs = (text: string): boolean => {
    const expression = expressionOf(text);
    return expression === null ? contains(plain, text) : expressions.occurs(expression, plain);
  };
  return accept.some((texts) => texts.length > 0 && texts.every(occurs));
}

/** The expression between the slashes of `/…/`; null for a text. */
export function expressionOf(text: string): string | null {
  return text.length > 2 && text.startsWith('/') && text.endsWith('/') ? text.slice(1, -1) : null;
}

function met(expect: 'refused' | 'reply' | 'handed_off', { outcome, content, cited }: TestedAnswer): boolean {
  if (expect === 'refused') return outcome !== 'answered';
  if (expect === 'handed_off') return outcome === 'handed_off';
  return !['no_answer', 'handed_off'].includes(outcome) && /\p{L}/u.test(content) && cited.length === 0;
}

function contains(plain: string, text: string): boolean {
  const wanted = plainText(text);
  if (wanted === '') return false;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    if (standsAlone(plain, at, wanted)) return true;
  }
  return false;
}

/** `50` is neither in `150` nor in `1.50`, nor in `50.5`; `port` is not in `export`, but it is in `ports`. */
function standsAlone(plain: string, at: number, wanted: string): boolean {
  const before = plain.slice(Math.max(0, at - 2), at);
  const after = plain.slice(at + wanted.length, at + wanted.length + 2);
  const beginsInside =
    (/^[\p{L}\p{N}]/u.test(wanted) && /[\p{L}\p{N}_]$/u.test(before)) ||
    (/^\p{N}/u.test(wanted) && /\p{N}[.,]$/u.test(before));
  const endsInside = /\p{N}$/u.test(wanted) && /^[.,]?\p{N}/u.test(after);
  return !beginsInside && !endsInside;
}
