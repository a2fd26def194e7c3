import { MARKUP_KINDS } from '../../../src/knowledge-tests/raw-markup';
import { sentences } from '../../../src/language/sentences';
import type { Group } from './answer-set.types';
import { type CaseOutcome, EARLY } from './ask-cases';
import { bootstrapped, type Interval, wilson } from './intervals';

export interface Figure {
  readonly name: string;
  /** Null: there was nothing to count. */
  readonly value: number | null;
  /** Number of questions that it is based on. */
  readonly n: number;
  readonly unit: 'share' | 'number';
  /** Of shares: 95 %. */
  readonly interval?: Interval;
}

export function figures(outcomes: readonly CaseOutcome[]): Figure[] {
  const of = (group: Group): CaseOutcome[] => outcomes.filter((outcome) => outcome.of.group === group);
  const questions = of('questions');
  const answered = questions.filter(isAnswered);
  const shown = outcomes.filter((outcome) => isAnswered(outcome) && outcome.of.group !== 'social');
  const lengths = answered.map(({ actual }) => actual.content.length);
  const sentenceCounts = answered.map(({ actual }) => sentences(actual.content).length);
  const followUps = questions.filter((outcome) => outcome.of.before.length > 0);
  return [
    share('right', questions, isRight),
    share(`right in the first ${EARLY} characters`, questions, ({ early }) => early),
    share('answered wrongly', questions, ({ verdict }) => verdict === 'wrong'),
    share('no answer', questions, ({ verdict }) => verdict === 'missing'),
    mean(
      'focus: needed of the shown sentences',
      answered.map(({ focus }) => focus ?? 0),
    ),
    share('right, follow-ups', followUps, isRight),
    share('refused, unanswerable', of('unanswerable'), isRight),
    share('refused, off topic', of('off_topic'), isRight),
    share('social handled', of('social'), isRight),
    share('right, citing a right page', questions, (outcome) => isRight(outcome) && outcome.citesExpected),
    share('cited page right, of those answered', answered, ({ citesExpected }) => citesExpected),
    share('raw markup in answers', shown, ({ markup }) => markup.length > 0),
    ...MARKUP_KINDS.map((kind) => share(`  ${kind}`, shown, ({ markup }) => markup.includes(kind))),
    share('bold or italic marks', shown, ({ marks }) => marks.emphasis),
    share('backticks', shown, ({ marks }) => marks.code),
    share(
      'offsets exact',
      outcomes.flatMap(({ offsets }) => offsets),
      (exact) => exact,
    ),
    quantile('characters, median', lengths, 0.5),
    quantile('characters, p90', lengths, 0.9),
    quantile('sentences, median', sentenceCounts, 0.5),
    quantile('sentences, p90', sentenceCounts, 0.9),
    quantile(
      'ms of a turn, median',
      outcomes.map(({ milliseconds }) => milliseconds),
      0.5,
    ),
  ];
}

/** The outcomes of the questions that the pages answer, by kind and for misspelled questions. */
export function byKind(outcomes: readonly CaseOutcome[]): { kind: string; outcomes: CaseOutcome[] }[] {
  const questions = outcomes.filter((outcome) => outcome.of.group === 'questions');
  const kinds = [...new Set(questions.map((outcome) => outcome.of.kind ?? ''))].sort();
  return [
    ...kinds.map((kind) => ({ kind, outcomes: questions.filter((outcome) => outcome.of.kind === kind) })),
    { kind: 'with a typo', outcomes: questions.filter((outcome) => outcome.of.typo) },
  ];
}

export function isAnswered({ actual }: CaseOutcome): boolean {
  return actual.outcome === 'answered';
}

function isRight({ verdict }: CaseOutcome): boolean {
  return verdict === 'right';
}

function share<T>(name: string, of: readonly T[], counts: (item: T) => boolean): Figure {
  const count = of.filter(counts).length;
  const value = of.length === 0 ? null : count / of.length;
  return { name, value, n: of.length, unit: 'share', interval: wilson(count, of.length) };
}

function mean(name: string, values: readonly number[]): Figure {
  const value = values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
  return { name, value, n: values.length, unit: 'share', interval: bootstrapped(values) };
}

function quantile(name: string, values: readonly number[], at: number): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.ceil(at * sorted.length) - 1] ?? null;
  return { name, value: value === null ? null : Math.round(10 * value) / 10, n: values.length, unit: 'number' };
}
