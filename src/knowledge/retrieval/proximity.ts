import { QueryTerm } from './query-terms';

const PHRASE = 0.5;
const CLOSE = 0.3;
const REACH = 8;

/**
 * What a passage gains where words that follow each other in the question stand side by side (in that order), or within
 * eight words of each other, stop words not counted. Each pair counts once, with the weight of its lesser word.
 */
export function proximity(terms: readonly QueryTerm[], sequence: readonly string[]): number {
  const places = terms.map((term) => positions(term, sequence));
  let score = 0;
  for (let index = 0; index + 1 < terms.length; index += 1) {
    const distances = gaps(places[index] ?? [], places[index + 1] ?? []);
    const weight = Math.min(terms[index]?.weight ?? 0, terms[index + 1]?.weight ?? 0);
    if (distances.some((gap) => gap === 1)) score += PHRASE * weight;
    else if (distances.some((gap) => gap !== 0 && Math.abs(gap) < REACH)) score += CLOSE * weight;
  }
  return score;
}

function positions(term: QueryTerm, sequence: readonly string[]): number[] {
  return sequence.flatMap((lexeme, position) => (term.lexemes.has(lexeme) ? [position] : []));
}

function gaps(left: readonly number[], right: readonly number[]): number[] {
  return left.flatMap((from) => right.map((to) => to - from));
}
