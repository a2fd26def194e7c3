import phrases from './lists/set-phrases.json';
import type { Word } from './words';

/** Of each word one form: “take place” says no more than “happen”, “in order to” no more than “to”. */
const PHRASES = Object.values(phrases)
  .flat()
  .map((phrase) => phrase.split(' ').map((forms) => new Set(forms.split('|'))));

/** Nouns, which German writes large. */
const WRITTEN_LARGE = new Set(['beispiel', 'allgemeinen']);

/**
 * The places of words that only together mean something, which is not what each of them names: no answer needs to say them. Only
 * white space stands between them, and none is a name.
 */
export function setPhrases(question: string, words: readonly Word[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const at of words.keys()) {
    for (const phrase of PHRASES) {
      const isSaid = phrase.every((forms, index) => {
        const word = words[at + index];
        if (!word || !forms.has(word.text)) return false;
        if (word.proper && at + index > 0 && !WRITTEN_LARGE.has(word.text)) return false;
        return index === 0 || question.slice(words[at + index - 1]!.end, word.start).trim() === '';
      });
      if (isSaid) for (const index of phrase.keys()) places.add(at + index);
    }
  }
  return places;
}
