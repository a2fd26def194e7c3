import { type Token, tokensOf } from './text-tokens';

/** Words of a query that count. */
const MOST_WORDS = 40;
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
    sequences: sequences.map((sequence) => ({
      terms: sequence.tokens.map(({ term }) => term),
      isPrefix: isPrefix && sequence === last,
    })),
    words: sequences
      .map(({ tokens, text: whole }) => whole.slice(0, tokens.at(-1) === begins ? begins.from : tokens.at(-1)!.to))
      .join(' '),
    prefix: begins ? last.text.slice(begins.from, begins.to) : '',
  };
}

/** The places of all sequences in a text, in order; empty if one of them is not there. */
export function hitsIn(tokens: readonly Token[], { sequences }: Pick<SearchQuery, 'sequences'>): Token[] {
  const places = new Map<string, number[]>();
  tokens.forEach(({ term }, index) => {
    const known = places.get(term);
    if (known) known.push(index);
    else places.set(term, [index]);
  });
  const hits: Token[] = [];
  for (const sequence of sequences) {
    const found = placesOf(sequence, tokens, places);
    if (found.length === 0) return [];
    for (const place of found) hits.push(...tokens.slice(place, place + sequence.terms.length));
  }
  return hits.sort((one, other) => one.from - other.from);
}

function placesOf(
  { terms, isPrefix }: Sequence,
  tokens: readonly Token[],
  places: ReadonlyMap<string, readonly number[]>,
): number[] {
  const [first = ''] = terms;
  const last = terms.length - 1;
  const isAt = (place: number, index: number): boolean => {
    const term = tokens[place + index]?.term;
    return isPrefix && index === last ? term !== undefined && term.startsWith(terms[index]!) : term === terms[index];
  };
  const begins =
    isPrefix && last === 0
      ? tokens.flatMap(({ term }, place) => (term.startsWith(first) ? [place] : []))
      : (places.get(first) ?? []);
  return begins.filter((place) => terms.every((_term, index) => isAt(place, index)));
}
