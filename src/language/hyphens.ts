import type { Word } from './words';

/** Hyphens, also the one that never breaks a line and the one that is only seen where it does. */
const HYPHENS = new Set(['-', '\u2010', '\u2011', '\u00ad']);
/** A run of more words is the name of a file or of an option. */
const MOST_PARTS = 3;
const LONGEST = 30;
const SHORTEST = 4;

/** Words that hyphens join, written as one: “addons” for “add-ons”. */
export interface HyphenatedWord {
  readonly text: string;
  /** Places of its parts among the words of the text. */
  readonly first: number;
  readonly last: number;
}

/** Those of a text, and of three parts each two as well: the “email” of “e-mail-address”. Figures alone make none. */
export function hyphenatedWords(text: string, all: readonly Word[]): HyphenatedWord[] {
  const found: HyphenatedWord[] = [];
  for (let first = 0; first < all.length; first += 1) {
    let last = first;
    while (all[last + 1] && isHyphen(text, all[last]!, all[last + 1]!)) last += 1;
    if (last > first && last - first < MOST_PARTS) found.push(...wholesOf(all, first, last));
    first = last;
  }
  return found;
}

function isHyphen(text: string, left: Word, right: Word): boolean {
  return right.start - left.end === 1 && HYPHENS.has(text.charAt(left.end));
}

function wholesOf(all: readonly Word[], from: number, to: number): HyphenatedWord[] {
  const found: HyphenatedWord[] = [];
  for (let last = from + 1; last <= to; last += 1) {
    for (let first = last - 1; first >= from; first -= 1) {
      const parts = all.slice(first, last + 1).map((part) => part.text);
      const whole = parts.join('');
      const isWord = /^[\p{L}\p{M}\p{N}]+$/u.test(whole) && /\p{L}/u.test(whole);
      if (isWord && whole.length >= SHORTEST && whole.length <= LONGEST) found.push({ text: whole, first, last });
    }
  }
  return found;
}
