import { Outcome } from './measure';

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** On how many it stands. */
  readonly n: number;
  /** Smallest value that is wanted; absent for what is only reported. */
  readonly goal?: number;
}

/**
 * The figures of a run. `loaded` are the outcomes with all articles loaded, `foreign` those of each article's questions
 * to an agent that was given all other articles.
 */
export function figures(loaded: readonly Outcome[], foreign: readonly Outcome[]): Figure[] {
  const answerable = loaded.filter(({ question }) => question.answers.length > 0);
  const adversarial = loaded.filter(({ question }) => question.answers.length === 0);
  const lengths = loaded.flatMap(({ quoteSentences }) => quoteSentences);
  const offsets = [...loaded, ...foreign].flatMap((outcome) => outcome.offsets);
  return [
    share('right passage found first', answerable, ({ foundFirst }) => foundFirst, 0.86),
    share('right passage among five', answerable, ({ foundAmongFive }) => foundAmongFive, 0.96),
    share('answer in a quote of at most two sentences', answerable, ({ answerQuoted }) => answerQuoted, 0.72),
    { name: 'sentences per quote, mean', value: mean(lengths), n: lengths.length },
    { name: 'sentences per quote, most', value: Math.max(0, ...lengths), n: lengths.length },
    share('offsets exact', offsets, (exact) => exact, 1),
    share('answerable questions answered', answerable, ({ answered }) => answered, 0.9),
    share('no_answer on answerable questions', answerable, ({ answered }) => !answered),
    share('no_answer on adversarial questions', adversarial, ({ answered }) => !answered),
    share('no_answer on articles not loaded', foreign, ({ answered }) => !answered, 0.9),
  ];
}

function share<T>(name: string, of: readonly T[], counts: (item: T) => boolean, goal?: number): Figure {
  return {
    name,
    value: mean(of.map((item) => (counts(item) ? 1 : 0))),
    n: of.length,
    ...(goal !== undefined && { goal }),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
