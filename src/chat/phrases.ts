import { languageOf } from '../common/text/language-of';
import phrasesByLanguage from './lists/phrases.json';

export interface Phrases {
  noAnswer: string;
  handedOff: string;
}

/** The texts of an agent that has no answer of its own, by language subtag. None states a fact. */
const PHRASES: Readonly<Record<string, Phrases>> = phrasesByLanguage;

/** The phrases of the first of these BCP 47 tags that has any, else English. */
export function phrasesFor(...tags: readonly (string | null | undefined)[]): Phrases {
  for (const tag of tags) {
    const phrases = PHRASES[languageOf(tag)];
    if (phrases) return phrases;
  }
  return PHRASES['en'] as Phrases;
}
