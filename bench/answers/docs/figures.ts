import { sentences } from '../../../src/language/sentences';
import { MARKUP_KINDS } from '../../../src/knowledge-tests/raw-markup';
import type { CaseOutcome } from './ask-cases';
import type { Group } from './documentation-set';

export interface Figure {
  readonly name: string;
  /** Null: there was nothing to count. */
  readonly value: number | null;
  /** Number of questions that it is based on. */
  readonly n: number;
  readonly unit: 'share' | 'number';
}

/** A longer answer is the whole page instead of the relevant part. */
const SHORT = 600;

export function figures(outcomes: readonly CaseOutcome[]): Figure[] {
  const of = (group: Group): CaseOutcome[] => outcomes.filter((outcome) => outcome.of.group === group);
  const questions = of('questions');
  const answered = questions.filter(isAnswered);
  const shown = outcomes.filter((outcome) => isAnswered(outcome) && outcome.of.group !== 'social');
  const lengths = answered.map(({ actual }) => actual.content.length);
  const sentenceCounts = answered.map(({ actual }) => sentences(actual.content).length);
  return [
    share('right', questions, isRight),
    share('right, citing a right page', questions, (outcome) => isRight(outcome) && outcome.citesExpected),
    share(`right in at most ${SHORT} characters`, questions, (outcome) => isRight(outcome) && isShort(outcome)),
    share(
      'right, citing a right page, in so many',
      questions,
      (outcome) => isRight(outcome) && outcome.citesExpected && isShort(outcome),
    ),
    share('answered wrongly', questions, ({ verdict }) => verdict === 'wrong'),
    share('no answer', questions, ({ verdict }) => verdict === 'missing'),
    share('cited page right, of those answered', answered, ({ citesExpected }) => citesExpected),
    share('refused, unanswerable', of('unanswerable'), isRight),
    share('refused, off topic', of('off_topic'), isRight),
    share('social handled', of('social'), isRight),
    share('raw markup in answers', shown, ({ markup }) => markup.length > 0),
    ...MARKUP_KINDS.map((kind) => share(`  ${kind}`, shown, ({ markup }) => markup.includes(kind))),
    share('bold or italic marks', shown, ({ marks }) => marks.emphasis),
    share('backticks', shown, ({ marks }) => marks.code),
    share('offsets exact', outcomes.flatMap(({ offsets }) => offsets), (exact) => exact), // prettier-ignore
    quantile('characters, median', lengths, 0.5),
    quantile('characters, p90', lengths, 0.9),
    quantile('sentences, median', sentenceCounts, 0.5),
    quantile('sentences, p90', sentenceCounts, 0.9),
    quantile('latency p50, ms', outcomes.map(({ milliseconds }) => Math.round(milliseconds)), 0.5), // prettier-ignore
  ];
}

/** Numbers of right, wrong and missing answers, by kind and for misspelled questions. */
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

function isShort({ actual }: CaseOutcome): boolean {
  return actual.content.length <= SHORT;
}

function share<T>(name: string, of: readonly T[], counts: (item: T) => boolean): Figure {
  return { name, value: of.length === 0 ? null : of.filter(counts).length / of.length, n: of.length, unit: 'share' };
}

function quantile(name: string, values: readonly number[], at: number): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  return { name, value: sorted[Math.ceil(at * sorted.length) - 1] ?? null, n: values.length, unit: 'number' };
}
