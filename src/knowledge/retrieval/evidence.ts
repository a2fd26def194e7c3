import type { Lexemes } from './lexemes';
import { QueryTerm } from './query-terms';
import { presence, Reading } from './reading';

const OTHER_FORM = 0.5;
/** A question of one common word proves little even where it is found; this much of an unseen word's weight is missing. */
const DOUBT = 1 / 3;
/** A name or figure that the passage never mentions speaks against it, beyond what it does not say for it. */
const MISSING_NAME = 0.2;

/**
 * How much of the question a passage speaks of, 0 to 1: the weight of the terms that it, its headings and its title
 * have, and of those that its best sentence has (with the heading, which that sentence is about), halved, over the
 * weight of all. Terms that no source of the agent uses weigh most, so that questions about other things come out low.
 *
 * @param names words of the question that are names or figures
 * @param unseen weight of a word that the agent's sources never use
 */
export function evidence(
  terms: readonly QueryTerm[],
  names: ReadonlySet<string>,
  unseen: number,
  reading: Reading,
): number {
  const all = terms.reduce((sum, term) => sum + term.proof, 0);
  if (all === 0) return 0;
  const passage = [reading.body, reading.heading, reading.title];
  const inPassage = covered(terms, passage, OTHER_FORM);
  const there = terms.filter((term) => covered([term], [reading.body, reading.heading], 0) > 0);
  const inSentence = reading.sentences.map(({ lexemes }) => covered(there, [lexemes, reading.heading], 0));
  const said = (inPassage + Math.max(0, ...inSentence)) / 2 / (all + unseen * DOUBT);
  const missing = terms.filter((term) => names.has(term.word) && covered([term], passage, OTHER_FORM) === 0);
  return Math.max(0, said - (MISSING_NAME * missing.reduce((sum, term) => sum + term.proof, 0)) / all);
}

function covered(terms: readonly QueryTerm[], sets: readonly Lexemes[], relative: number): number {
  return terms.reduce(
    (sum, term) => sum + term.proof * Math.max(...sets.map((set) => presence(term, set, relative))),
    0,
  );
}
