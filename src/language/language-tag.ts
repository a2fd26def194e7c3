import type { Language } from './language';

const TAGS: Readonly<Record<Exclude<Language, 'simple'>, string>> = {
  arabic: 'ar', armenian: 'hy', basque: 'eu', catalan: 'ca', danish: 'da', dutch: 'nl', english: 'en', finnish: 'fi',
  french: 'fr', german: 'de', greek: 'el', hindi: 'hi', hungarian: 'hu', indonesian: 'id', irish: 'ga', italian: 'it',
  lithuanian: 'lt', nepali: 'ne', norwegian: 'no', portuguese: 'pt', romanian: 'ro', russian: 'ru', serbian: 'sr',
  spanish: 'es', swedish: 'sv', tamil: 'ta', turkish: 'tr', yiddish: 'yi',
}; // prettier-ignore

/** The tag (BCP 47) of a text search configuration; null for `simple`, which is any language. */
export function languageTagOf(language: string): string | null {
  return Object.hasOwn(TAGS, language) ? TAGS[language as keyof typeof TAGS] : null;
}
