/** PostgreSQL's stemmers and the tags (BCP 47) of their languages. */
export const TAGS = {
  arabic: 'ar',
  armenian: 'hy',
  basque: 'eu',
  catalan: 'ca',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hindi: 'hi',
  hungarian: 'hu',
  indonesian: 'id',
  irish: 'ga',
  italian: 'it',
  lithuanian: 'lt',
  nepali: 'ne',
  norwegian: 'no',
  portuguese: 'pt',
  romanian: 'ro',
  russian: 'ru',
  serbian: 'sr',
  spanish: 'es',
  swedish: 'sv',
  tamil: 'ta',
  turkish: 'tr',
  yiddish: 'yi',
} as const;

/** The name of a text search configuration. `simple` only folds case. */
export type Language = 'simple' | keyof typeof TAGS;

export const LANGUAGES: readonly Language[] = ['simple', ...(Object.keys(TAGS) as (keyof typeof TAGS)[])];

/** Languages that PostgreSQL ships a list of stop words for. */
export const LANGUAGES_WITH_STOP_WORDS: readonly Language[] = [
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'hungarian',
  'italian',
  'nepali',
  'norwegian',
  'portuguese',
  'russian',
  'spanish',
  'swedish',
  'turkish',
];

const BY_TAG = new Map<string, Language>([
  ...LANGUAGES.flatMap((language): [string, Language][] => (language === 'simple' ? [] : [[TAGS[language], language]])),
  // Its two written forms.
  ['nb', 'norwegian'],
  ['nn', 'norwegian'],
]);

const BY_SCRIPT: readonly [RegExp, Language][] = [
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'hindi'],
  [/\p{Script=Tamil}/u, 'tamil'],
];

/** The tag (BCP 47) of a text search configuration; null for `simple`, which is any language. */
export function languageTagOf(language: string): string | null {
  return Object.hasOwn(TAGS, language) ? TAGS[language as keyof typeof TAGS] : null;
}

/**
 * The text search configuration for a language tag (BCP 47) or for a configuration's own name. A language without a
 * stemmer is indexed by its words as they are (`simple`).
 */
export function textSearchLanguage(language: string): Language {
  const named = LANGUAGES.find((name) => name === language.toLowerCase());
  return named ?? BY_TAG.get(new Intl.Locale(language).language) ?? 'simple';
}

/** The language of words in a script that one language has to itself, else `simple`. */
export function languageByScript(sample: readonly string[]): Language {
  const share = (pattern: RegExp) => sample.filter((word) => pattern.test(word)).length / sample.length;
  return BY_SCRIPT.find(([pattern]) => share(pattern) > 0.5)?.[1] ?? 'simple';
}
