import { type Language, LANGUAGES } from '../language/language';

/** Languages of BCP 47 that PostgreSQL has a stemmer for. */
const BY_SUBTAG: Readonly<Record<string, Language>> = {
  ar: 'arabic', hy: 'armenian', eu: 'basque', ca: 'catalan', da: 'danish', nl: 'dutch', en: 'english', fi: 'finnish',
  fr: 'french', de: 'german', el: 'greek', hi: 'hindi', hu: 'hungarian', id: 'indonesian', ga: 'irish', it: 'italian',
  lt: 'lithuanian', ne: 'nepali', no: 'norwegian', nb: 'norwegian', nn: 'norwegian', pt: 'portuguese', ro: 'romanian',
  ru: 'russian', sr: 'serbian', es: 'spanish', sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish',
}; // prettier-ignore

/**
 * The text search configuration for a language tag (BCP 47) or for a configuration's own name. A language without a
 * stemmer is indexed by its words as they are (`simple`).
 */
export function textSearchLanguage(language: string): Language {
  const named = LANGUAGES.find((name) => name === language.toLowerCase());
  return named ?? BY_SUBTAG[new Intl.Locale(language).language] ?? 'simple';
}
