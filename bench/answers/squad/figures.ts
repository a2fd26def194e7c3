import type { Found, Outcome } from './measure';

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Number of questions that it is based on. */
  readonly n: number;
  /** Smallest acceptable value. Absent for figures that are only reported. */
  readonly goal?: number;
}

export interface Measured {
  /** Of all questions that have an answer, with all articles loaded. */
  readonly found: readonly Found[];
  /** Of all questions, with all articles loaded. */
  readonly loaded: readonly Outcome[];
  /** Of all questions, each to an agent without its article. */
  readonly foreign: readonly Outcome[];
}

export function figures({ found, loaded, foreign }: Measured): Figure[] {
  const answerable = loaded.filter(({ question }) => question.answers.length > 0);
  const adversarial = loaded.filter(({ question }) => question.answers.length === 0);
  const lengths = loaded.flatMap(({ quoteSentences }) => quoteSentences);
  const offsets = [...loaded, ...foreign].flatMap((outcome) => outcome.offsets);
  return [
    share('right passage found first', found, ({ place }) => place === 0, 0.86),
    share('right passage among five', found, ({ place }) => place >= 0, 0.96),
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

/** The same figures of one article alone, since the total can hide a bad one. */
export function ofArticle({ found, loaded, foreign }: Measured, article: string): Measured {
  const of = <T extends Found | Outcome>(items: readonly T[]) =>
    items.filter(({ question }) => question.article === article);
  return { found: of(found), loaded: of(loaded), foreign: of(foreign) };
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
