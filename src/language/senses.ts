import sensesByLanguage from './lists/senses.json';
import { wholeWords } from './whole-words';

/** A word that stands for some others in one of its senses only. */
interface Sense {
  readonly means: ReadonlySet<string>;
  /** Words beside it that show this sense. */
  readonly here: RegExp;
  /** Words beside it that show another one. */
  readonly elsewhere: RegExp;
}

const SENSES = new Map(
  Object.values(sensesByLanguage)
    .flat()
    .map(({ word, means, here, elsewhere }): [string, Sense] => [
      word,
      { means: new Set(means.split(' ')), here: wholeWords(here), elsewhere: wholeWords(elsewhere) },
    ]),
);

/**
 * Whether a word does not stand for its synonyms in a text that it is in: in “charge the battery” it is not what is paid. Also of a word
 * that means what it says, in a text that shows another sense.
 */
export function isOtherSense(word: string, text: string): boolean {
  const sense =
    SENSES.get(word) ??
    SENSES.get(word.replace(/(?:ing|ed|es|s)$/, '')) ??
    SENSES.get(word.replace(/(?:ing|ed|es|s)$/, 'e'));
  return sense !== undefined && sense.elsewhere.test(text) && !sense.here.test(text);
}
