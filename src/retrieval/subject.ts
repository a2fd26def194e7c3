/** The most that a passage gains from the others under its title. */
const SUBJECT = 5;
/** A passage whose score is this much lower speaks for its title e times less. */
const SPREAD = 4;
/** As many of a title speak for it: many mediocre passages must not outvote one good one. */
const SPEAKERS = 3;

/**
 * The gain of each passage because others of the same title score well too: the best of each title vote on what the
 * question is about. Tells passages of the right document from those that share a few words with the question by chance.
 * One gain per passage, in order; those of all titles add up to {@link SUBJECT}.
 */
export function subjectGains(scored: readonly { readonly title: string; readonly score: number }[]): number[] {
  const highest = Math.max(...scored.map(({ score }) => score));
  const votes = new Map<string, number[]>();
  for (const { title, score } of scored) {
    votes.set(title, [...(votes.get(title) ?? []), Math.exp((score - highest) / SPREAD)]);
  }
  const speaking = new Map(Array.from(votes, ([title, of]) => [title, strongest(of)]));
  const all = sum([...speaking.values()]);
  return scored.map(({ title }) => (SUBJECT * (speaking.get(title) ?? 0)) / all);
}

function strongest(votes: readonly number[]): number {
  return sum(votes.toSorted((left, right) => right - left).slice(0, SPEAKERS));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
