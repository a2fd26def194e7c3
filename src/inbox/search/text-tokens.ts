import { normalForm } from '../../common/text/normal-form';

/*
 * Cuts and folds text as the function `conversation_search_terms` of the database does, which finds the candidates. Here each
 * term has its place, so that phrases and the words of a snippet can be told.
 */

/** Controls, spaces, punctuation and symbols, by their numbers as in the database. */
const BETWEEN =
  '\\u0000-/:-@\\[-`\\{-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u3004\\u3008-\\u3020\\ufe00-\\ufe0f\\uff01-\\uff0f\\uff1a-\\uff20';
const WORD = new RegExp(`[^${BETWEEN}]+`, 'gu');
/** Scripts that put no spaces between words. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
const RUN = new RegExp(`[${UNSPACED}]|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const ASCII = /^[\0-\x7f]*$/;
/** Characters of a word and of a term that count, as in the database. */
const [LONGEST_WORD, LONGEST_TERM] = [64, 40];

/** A word, or one character of writing without spaces. */
export interface Token {
  /** Folded. */
  term: string;
  /** Where it stands in the text, in UTF-16 code units; the end is excluded. */
  from: number;
  to: number;
  isUnspaced: boolean;
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldedWord(word);
    // Where folding changes the length, a place within the word cannot be told: then it is the whole word.
    const isAligned = folded.length === word.length;
    for (const { 0: run, index: place } of folded.matchAll(RUN)) {
      const from = isAligned ? index + place : index;
      const to = isAligned ? from + run.length : index + word.length;
      tokens.push({ term: cut(run, LONGEST_TERM), from, to, isUnspaced: IS_UNSPACED.test(run) });
    }
  }
  return tokens;
}

function foldedWord(whole: string): string {
  if (ASCII.test(whole)) return cut(whole, LONGEST_WORD).toLowerCase();
  const word = cut(whole, LONGEST_WORD).toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');
  return normalForm(normalForm(word, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFC');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}
