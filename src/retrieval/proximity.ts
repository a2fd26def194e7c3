import { entryWords, WHOLE } from './lexeme-entries';
import { QueryTerm } from './query-terms';

const PHRASE = 0.5;
const CLOSE = 0.3;
const REACH = 8;

/**
 * The gain of a passage where words that follow each other in the question stand side by side (in that order), or within
 * eight words of each other, stop words not counted. Each pair counts once, with the weight of its lesser word.
 */
export function proximity(terms: readonly QueryTerm[], sequence: readonly string[]): number {
  const places = placesIn(sequence);
  const ofTerms = terms.map((term) => positions(term, places));
  let score = 0;
  for (let index = 0; index + 1 < terms.length; index += 1) {
    const weight = Math.min(terms[index]?.weight ?? 0, terms[index + 1]?.weight ?? 0);
    const isOne = isOneWord(terms[index]!, terms[index + 1]!, places);
    score += (isOne ? PHRASE : nearness(ofTerms[index] ?? [], ofTerms[index + 1] ?? [])) * weight;
  }
  return score;
}

/** Whether the passage writes as one word what the question joins by a hyphen. */
function isOneWord({ wholes }: QueryTerm, next: QueryTerm, places: ReadonlyMap<string, unknown>): boolean {
  if (!wholes || !next.wholes) return false;
  return [...wholes].some((lexeme) => next.wholes!.has(lexeme) && places.has(lexeme));
}

/** A word with hyphens stands where its first and where its last part do. */
function placesIn(sequence: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const put = (lexeme: string, place: number): void => {
    const known = places.get(lexeme);
    if (known) known.push(place);
    else places.set(lexeme, [place]);
  };
  for (const [place, entry] of sequence.entries()) {
    if (!entry.includes(WHOLE)) {
      put(entry, place);
      continue;
    }
    for (const { lexeme, back } of entryWords(entry)) {
      if (back > 0) put(lexeme, place - back);
      put(lexeme, place);
    }
  }
  return places;
}

/** In order. */
function positions(term: QueryTerm, places: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const found = [...term.lexemes.keys()].flatMap((lexeme) => places.get(lexeme) ?? []);
  return term.lexemes.size > 1 ? found.sort((left, right) => left - right) : found;
}

/** Both in order: each place on the left is held against those within reach only. */
function nearness(left: readonly number[], right: readonly number[]): number {
  let closest = 0;
  let first = 0;
  for (const place of left) {
    while (first < right.length && right[first]! <= place - REACH) first += 1;
    for (let at = first; at < right.length && right[at]! < place + REACH; at += 1) {
      const gap = right[at]! - place;
      if (gap === 1) return PHRASE;
      if (gap !== 0) closest = CLOSE;
    }
  }
  return closest;
}
