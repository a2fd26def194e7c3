import { type Token, tokensOf } from './text-tokens';

/** Words of a query that count. */
const MOST_WORDS = 40;
/** Places of one sequence that a snippet shows. */
const MOST_PLACES = 200;
/** A phrase in quotation marks, or what stands between spaces. A quotation mark without its partner is no more than a space. */
const PART = /["“„«]([^"“”„«»]*)["”“»]|[^\s"“”„«»]+/gu;

/** Terms that stand next to each other in this order: a phrase, `INV-2026-0042`, `ann@example.com`, or a single word. */
export interface Sequence {
  terms: readonly string[];
  /** Whether the last term may be the beginning of a longer one. */
  isPrefix: boolean;
}

/** The words of a query as the database looks for them, and as they stand in a text. */
export interface SearchQuery {
  sequences: readonly Sequence[];
  /** Found as they are. */
  words: string;
  /** Found at the beginning of a word; empty: there is none. */
  prefix: string;
}

/** All words must be there, and of the last one its beginning. Null: the query has no words. */
export function queryOf(text: string): SearchQuery | null {
  const parts = [...text.matchAll(PART)].map(([whole, phrase]) => ({
    text: phrase ?? whole,
    isPhrase: phrase !== undefined,
  }));
  const sequences: { tokens: Token[]; text: string; isPhrase: boolean }[] = [];
  let left = MOST_WORDS;
  for (const part of parts) {
    const tokens = tokensOf(part.text).slice(0, left);
    left -= tokens.length;
    if (tokens.length > 0) sequences.push({ ...part, tokens });
  }
  const last = sequences.at(-1);
  if (!last) return null;
  const isPrefix = !last.isPhrase;
  const final = last.tokens.at(-1)!;
  // The terms of writing without spaces are pairs, which the database makes of the whole.
  const begins = isPrefix && !final.isUnspaced ? final : null;
  return {
    sequences: distinct(
      sequences.map((sequence) => ({
        terms: sequence.tokens.map(({ term }) => term),
        isPrefix: isPrefix && sequence === last,
      })),
    ),
    words: sequences
      .map(({ tokens, text: whole }) => whole.slice(0, tokens.at(-1) === begins ? begins.from : tokens.at(-1)!.to))
      .join(' '),
    prefix: begins ? last.text.slice(begins.from, begins.to) : '',
  };
}

/** A sequence that is repeated finds the same again. */
function distinct(sequences: readonly Sequence[]): Sequence[] {
  return [...new Map(sequences.map((sequence) => [JSON.stringify(sequence), sequence])).values()];
}

/**
 * The words of a text that the query found from the first on, in order; empty if a sequence is not there. Those that begin `length`
 * or more code units behind the first are not collected: no snippet shows them.
 */
export function hitsIn(
  tokens: readonly Token[],
  { sequences }: Pick<SearchQuery, 'sequences'>,
  length: number,
): Token[] {
  const places = placesIn(tokens);
  const walks: { places: Iterator<number, undefined>; first: number; size: number }[] = [];
  // Long sequences are rare.
  for (const sequence of sequences.toSorted((one, other) => other.terms.length - one.terms.length)) {
    const walk = placesOf(sequence, tokens, places);
    const first = walk.next().value;
    if (first === undefined) return [];
    walks.push({ places: walk, first, size: sequence.terms.length });
  }
  const end = Math.min(...walks.map(({ first }) => tokens[first]!.from)) + length;
  const shown = new Set<number>();
  for (const { places: walk, first, size } of walks) {
    let place: number | undefined = first;
    for (let count = 0; count < MOST_PLACES && place !== undefined && tokens[place]!.from < end; count++) {
      for (let index = 0; index < size; index++) shown.add(place + index);
      place = walk.next().value;
    }
  }
  return [...shown].sort((one, other) => one - other).map((place) => tokens[place]!);
}

function placesIn(tokens: readonly Token[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  tokens.forEach(({ term }, index) => {
    const known = places.get(term);
    if (known) known.push(index);
    else places.set(term, [index]);
  });
  return places;
}

/** Where a sequence begins, in order. Looks around its rarest term, so that a frequent one costs nothing. */
function* placesOf(
  { terms, isPrefix }: Sequence,
  tokens: readonly Token[],
  places: ReadonlyMap<string, readonly number[]>,
): Generator<number, undefined> {
  const last = terms.length - 1;
  if (isPrefix && last === 0) {
    for (let place = 0; place < tokens.length; place++) if (tokens[place]!.term.startsWith(terms[0]!)) yield place;
    return;
  }
  const whole = isPrefix ? terms.slice(0, last) : terms;
  const known = whole.map((term) => places.get(term) ?? []);
  const rarest = known.reduce((least, found, index) => (found.length < known[least]!.length ? index : least), 0);
  for (const found of known[rarest]!) {
    const place = found - rarest;
    const isHere =
      whole.every((term, index) => tokens[place + index]?.term === term) &&
      (!isPrefix || tokens[place + last]?.term.startsWith(terms[last]!));
    if (isHere) yield place;
  }
}
