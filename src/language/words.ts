import { normalForm } from '../common/text/normal-form';

/** A word of a text. `start` and `end` are UTF-16 offsets: `text.slice(start, end)` is the word as it was written. */
export interface Word {
  /** Lower case, NFC; abbreviations without dots (`U.S.` is `us`), numbers without thousands separators. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Starts with a capital letter or a digit, as names and figures do. */
  readonly proper: boolean;
}

const PATTERN = /(?:\p{L}\.){2,}|\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /^[a-z]+$/i;
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
/** Characters that are cut at once of a run without spaces, far more than a sentence has: each cut costs the segmenter the length. */
const PIECE = 1_024;
/** Of one locale: whichever process cuts a run, it cuts the same. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The words of a text in order. Index, question and answer all use this one function, so that a position means the
 * same in each; PostgreSQL turns the words into lexemes. Scripts without spaces are cut by the dictionary of ICU.
 */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(PATTERN)) {
    if (!ASCII_WORD.test(match[0]) && NO_SPACES.test(match[0])) found.push(...segmented(match[0], match.index));
    else found.push(word(match[0], match.index));
  }
  return found;
}

function segmented(run: string, offset: number): Word[] {
  const found: Word[] = [];
  for (let from = 0; from < run.length;) {
    const splitsPair = /[\uD800-\uDBFF]/.test(run.charAt(from + PIECE - 1));
    const piece = run.slice(from, from + PIECE - (splitsPair ? 1 : 0));
    for (const { segment, index } of segmenter.segment(piece)) found.push(word(segment, offset + from + index));
    from += piece.length;
  }
  return found;
}

function word(written: string, start: number): Word {
  const end = start + written.length;
  // Most words of most texts, and a passage is read again for every question.
  if (ASCII_WORD.test(written)) return { text: written.toLowerCase(), start, end, proper: /^[A-Z]/.test(written) };
  const lower = normalForm(written, 'NFC').toLowerCase();
  const isNumber = /^\p{N}/u.test(lower);
  const text = isNumber ? lower.replace(/,(?=\p{N}{3})/gu, '') : lower.replaceAll('.', '');
  return { text, start, end, proper: isNumber || /^\p{Lu}/u.test(written) };
}

/** Without accents, as the database function `knowledge_fold` does it. */
export function fold(text: string): string {
  return ASCII_WORD.test(text) ? text : normalForm(text, 'NFD').replace(/[\u0300-\u036f]/g, '');
}
