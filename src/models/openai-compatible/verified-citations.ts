import type { RankedPassage } from '../../knowledge/retrieval/passage.types';
import type { ModelCitation } from '../answer-model.port';

export interface ClaimedQuote {
  /** From 1. */
  passage: number;
  quote: string;
}

/**
 * The quotes that really stand in their passages, with exact offsets; the others are left out. Models change white
 * space when they copy, so any white space matches any other; what is cited is always the source's own text.
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
    if (!found || words.length === 0) return [];
    const match = new RegExp(words.map(literal).join('\\s+'), 'u').exec(found.text);
    if (!match) return [];
    const start = found.start + match.index;
    return [{ passageIndex, start, end: start + match[0].length, quote: match[0] }];
  });
}

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
