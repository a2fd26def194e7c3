import wordsByLanguage from './lists/question-words.json';

/**
 * The words of short questions beside nouns: question words, auxiliaries and articles that PostgreSQL's lists of stop
 * words lack, or share between languages that otherwise look alike.
 */
const QUESTION_WORDS = new Map(
  Object.entries(wordsByLanguage).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** How many of some words a language asks its questions with. */
export function questionWords(language: string, words: readonly string[]): number {
  return words.filter((word) => QUESTION_WORDS.get(language)?.has(word)).length;
}
