import { CooperativeYield } from '../common/jobs/cooperative-yield';

/** A question as the words that say what it is about. */
export interface AskedQuestion {
  readonly terms: ReadonlySet<string>;
}

/** How much of what two questions say together both say, from which on they ask the same. */
const SAME = 0.5;
/** The same of a short question that a long one repeats, which must say more than one word. */
const REPEATED = 0.8;
const REPEATED_TERMS = 2;
/** A misspelt word is one of these, by how often they are asked for. */
const MOST_SPELLINGS = 1_000;
/** Shorter words that differ in a letter are different words; so are those that are not much longer, where one replaces another. */
const SHORTEST_MISSPELT = 5;
const SHORTEST_REPLACED = 7;
/** How long questions are compared before requests get their turn, in milliseconds. */
const SLICE_MS = 2;

/**
 * Questions that ask the same, in groups of indexes. Each question joins the group whose first question is most like it, or
 * begins one: so a question that is asked later never moves those before it. Words count by how rare they are among all.
 */
export async function groupQuestions(questions: readonly AskedQuestion[]): Promise<number[][]> {
  const yielding = new CooperativeYield(SLICE_MS);
  const spelt = await withoutTypos(questions, yielding);
  const weights = weightsOf(spelt);
  const groups: number[][] = [];
  const groupsWith = new Map<string, number[]>();
  for (const [index, terms] of spelt.entries()) {
    const group = mostAlike(terms, groups, { spelt, weights, groupsWith });
    if (group !== null) groups[group]!.push(index);
    else {
      for (const term of terms) groupsWith.set(term, [...(groupsWith.get(term) ?? []), groups.length]);
      groups.push([index]);
    }
    if (yielding.isDue) await yielding.now();
  }
  return groups;
}

interface Comparing {
  spelt: readonly ReadonlySet<string>[];
  weights: ReadonlyMap<string, number>;
  /** Groups whose first question has a term. */
  groupsWith: ReadonlyMap<string, readonly number[]>;
}

/** The oldest of those that are equally like it; null: none is. */
function mostAlike(
  terms: ReadonlySet<string>,
  groups: readonly (readonly number[])[],
  { spelt, weights, groupsWith }: Comparing,
): number | null {
  const shared = new Map<number, { weight: number; terms: number }>();
  for (const term of terms) {
    for (const group of groupsWith.get(term) ?? []) {
      const before = shared.get(group) ?? { weight: 0, terms: 0 };
      shared.set(group, { weight: before.weight + (weights.get(term) ?? 0), terms: before.terms + 1 });
    }
  }
  const own = weightOf(terms, weights);
  let best: { group: number; likeness: number } | null = null;
  for (const [group, both] of [...shared].sort(([left], [right]) => left - right)) {
    const first = weightOf(spelt[groups[group]![0]!]!, weights);
    const likeness = both.weight / (own + first - both.weight);
    const repeats = both.terms >= REPEATED_TERMS && both.weight / Math.min(own, first) >= REPEATED;
    if ((likeness >= SAME || repeats) && likeness > (best?.likeness ?? 0)) best = { group, likeness };
  }
  return best?.group ?? null;
}

/** Each word as most write it, where it is one letter away from that. */
async function withoutTypos(questions: readonly AskedQuestion[], yielding: CooperativeYield): Promise<Set<string>[]> {
  const counts = countsOf(questions.map(({ terms }) => terms));
  const byFrequency = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  const spellings = new Map<string, string[]>();
  const spellingOf = new Map<string, string>();
  for (const [rank, [term]] of byFrequency.entries()) {
    const alike = isSpelt(term) ? (spellings.get(term.charAt(0)) ?? []) : [];
    const spelling = alike.find((known) => oneTypoApart(known, term)) ?? term;
    if (isSpelt(term) && spelling === term && rank < MOST_SPELLINGS) spellings.set(term.charAt(0), [...alike, term]);
    spellingOf.set(term, spelling);
    if (yielding.isDue) await yielding.now();
  }
  return questions.map(({ terms }) => new Set(Array.from(terms, (term) => spellingOf.get(term) ?? term)));
}

/** Figures are what they are. */
function isSpelt(term: string): boolean {
  return term.length >= SHORTEST_MISSPELT && !/\p{N}/u.test(term);
}

/** One letter too many, too few, two in the wrong order, or in a long word another one. Its first letter is right. */
export function oneTypoApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left[0] !== right[0]) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const [rest, other] = [left.slice(at), right.slice(at)];
  if (left.length !== right.length) return rest.slice(1) === other || rest === other.slice(1);
  const swapped = rest.charAt(1) + rest.charAt(0) + rest.slice(2);
  return swapped === other || (left.length >= SHORTEST_REPLACED && rest.slice(1) === other.slice(1));
}

function weightsOf(questions: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = countsOf(questions);
  return new Map(Array.from(counts, ([term, count]) => [term, Math.log(1 + questions.length / count)]));
}

function weightOf(terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  return sum;
}

function countsOf(questions: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of questions) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
