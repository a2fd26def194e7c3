import everyday from './lists/everyday.json';
import { byWord, isFiller, synonymsOf } from './synonyms';
import { words } from './words';

const WORDS = byWord(Object.values(everyday.words).flat());

interface Phrase {
  readonly says: readonly string[];
  readonly means: readonly string[];
}

/** By the first word, what customers say in several. */
const PHRASES = new Map<string, Phrase[]>();
for (const { says, means } of Object.values(everyday.phrases).flat()) {
  const phrase = { says: words(says).map(({ text }) => text), means: means.split(' ') };
  PHRASES.set(phrase.says[0]!, [...(PHRASES.get(phrase.says[0]!) ?? []), phrase]);
}

/**
 * What shops, practices and the like may call what a customer asks for, with the word of the question that it stands for: “puncture”
 * for “flat” and for “tyre”. In documentation of software these words find more that is wrong than right.
 *
 * @param question its words in order, lower case
 */
export function everydayWords(question: readonly string[]): { word: string; means: string }[] {
  const own = new Set(question);
  const ofWords = [...own].flatMap((means) => synonymsOf(means, WORDS).map((word) => ({ word, means })));
  const ofPhrases = question.flatMap((first, index) =>
    (PHRASES.get(first) ?? [])
      .filter(({ says }) => says.every((part, place) => question[index + place] === part))
      .flatMap(({ says, means }) =>
        says.filter((part) => !isFiller(part)).flatMap((part) => means.map((word) => ({ word, means: part }))),
      ),
  );
  return [...ofWords, ...ofPhrases].filter(({ word }) => !own.has(word));
}
