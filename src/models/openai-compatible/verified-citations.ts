import type { RankedPassage } from '../../retrieval/passage.types';
import type { ModelCitation } from '../answer-model.port';

export interface ClaimedQuote {
  /** Counts from 1. */
  passage: number;
  quote: string;
}

/** Scripts without spaces between words, in which a quote can begin and end anywhere. */
const UNPARTED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const PARTED = String.raw`(?!${UNPARTED})[\p{L}\p{M}\p{N}]`;
/** In other scripts a quote must have whole words and numbers: “29 euros”, “1.9 euros” and “-9 euros” do not contain “9 euros”. */
const NOT_BEFORE = String.raw`(?<!${PARTED}|\p{N}[.,'’]|(?<![\p{L}\p{N}])[-−])`;
const NOT_AFTER = String.raw`(?!${PARTED}|[.,'’]\p{N})`;

/**
 * The quotes that occur in their passages, with exact offsets. Other quotes are dropped. Models change white space when they copy, so
 * any white space matches any other, but the citation always contains the unchanged text of the source.
 */
export function verifiedCitations(
  quotes: readonly ClaimedQuote[],
  passages: readonly RankedPassage[],
): ModelCitation[] {
  return quotes.flatMap(({ passage, quote }) => {
    const passageIndex = passage - 1;
    const found = passages[passageIndex];
    const words = quote
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (!found || words.length === 0 || words.join('').length > found.text.length) return [];
    const match = patternOf(words).exec(found.text);
    if (!match) return [];
    const start = found.start + match.index;
    return [{ passageIndex, start, end: start + match[0].length, quote: match[0] }];
  });
}

function patternOf(words: readonly string[]): RegExp {
  const quote = words.map(literal).join('\\s+');
  const begins = new RegExp(`^${PARTED}`, 'u').test(words[0] ?? '');
  const ends = new RegExp(`${PARTED}$`, 'u').test(words.at(-1) ?? '');
  return new RegExp(`${begins ? NOT_BEFORE : ''}${quote}${ends ? NOT_AFTER : ''}`, 'u');
}

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
