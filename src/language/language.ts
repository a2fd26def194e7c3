import { Queryable } from '../retrieval/queryable';
import { countStopWords } from './language.sql';
import { questionWords } from './question-words';
import { words } from './words';

/** PostgreSQL's stemmers; each also is the name of a text search configuration. `simple` only folds case. */
export const LANGUAGES = [
  'simple',
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'yiddish',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages that PostgreSQL ships a list of stop words for. */
const WITH_STOP_WORDS: readonly Language[] = [
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
const COUNT_STOP_WORDS = countStopWords(WITH_STOP_WORDS);

const BY_SCRIPT: readonly [RegExp, Language][] = [
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'hindi'],
  [/\p{Script=Tamil}/u, 'tamil'],
];

const SAMPLE_WORDS = 400;
const WORDS_OF_QUESTION = 40;
/** Prose has 35 to 50 % stop words, a list of names next to none; a wrong guess is worse than none. */
const SMALLEST_SHARE = 0.12;

/** The words of a text that tell its language. */
export function languageSample(text: string): string[] {
  const sample = words(text.slice(0, SAMPLE_WORDS * 12)).slice(0, SAMPLE_WORDS);
  return sample.map((word) => word.text);
}

/** The language of a {@link languageSample} by its share of stop words, else by its script, else `simple`. One statement. */
export async function detectLanguage(db: Queryable, sample: readonly string[]): Promise<Language> {
  if (sample.length === 0) return 'simple';
  const [best] = await stopWordsOf(db, sample);
  if (best && best.stops / sample.length >= SMALLEST_SHARE) return best.language;
  return byScript(sample);
}

/** The language of a question; null where its few words are of several languages or tell nothing. One statement. */
export async function languageOfQuestion(db: Queryable, question: string): Promise<Language | null> {
  const sample = languageSample(question).slice(0, WORDS_OF_QUESTION);
  if (sample.length === 0) return null;
  const counted = (await stopWordsOf(db, sample)).map(({ language, stops }) => {
    return { language, count: stops + questionWords(language, sample) };
  });
  const [best, next] = counted.sort((left, right) => right.count - left.count);
  if (best) return best.count === next?.count ? null : best.language;
  const language = byScript(sample);
  return language === 'simple' ? null : language;
}

async function stopWordsOf(db: Queryable, sample: readonly string[]) {
  const counted = await db.query<{ language: Language; stops: number }>(COUNT_STOP_WORDS, [sample]);
  return counted.rows;
}

function byScript(sample: readonly string[]): Language {
  const share = (pattern: RegExp) => sample.filter((word) => pattern.test(word)).length / sample.length;
  return BY_SCRIPT.find(([pattern]) => share(pattern) > 0.5)?.[1] ?? 'simple';
}
