import { type Language, languageByScript, LANGUAGES_WITH_STOP_WORDS } from '../language/language';
import { questionWords } from '../language/question-words';
import { words } from '../language/words';
import { countStopWords } from './language-detection.sql';
import type { Queryable } from './queryable';

const COUNT_STOP_WORDS = countStopWords(LANGUAGES_WITH_STOP_WORDS);

const SAMPLE_WORDS = 400;
const WORDS_OF_QUESTION = 40;
/** Prose has 35 to 50 % stop words, a list of names next to none; a wrong guess is worse than none. */
const SMALLEST_SHARE = 0.12;

/** The words of a text that its language is detected by. */
export function languageSample(text: string): string[] {
  const sample = words(text.slice(0, SAMPLE_WORDS * 12)).slice(0, SAMPLE_WORDS);
  return sample.map((word) => word.text);
}

/** The language of a {@link languageSample} by its share of stop words, else by its script, else `simple`. One statement. */
export async function detectLanguage(db: Queryable, sample: readonly string[]): Promise<Language> {
  if (sample.length === 0) return 'simple';
  const [best] = await stopWordsOf(db, sample);
  if (best && best.stops / sample.length >= SMALLEST_SHARE) return best.language;
  return languageByScript(sample);
}

/** The language of a question; null where its few words are of several languages or of none. One statement. */
export async function languageOfQuestion(db: Queryable, question: string): Promise<Language | null> {
  const sample = languageSample(question).slice(0, WORDS_OF_QUESTION);
  if (sample.length === 0) return null;
  const counted = (await stopWordsOf(db, sample)).map(({ language, stops }) => {
    return { language, count: stops + questionWords(language, sample) };
  });
  const [best, next] = counted.sort((left, right) => right.count - left.count);
  if (best) return best.count === next?.count ? null : best.language;
  const language = languageByScript(sample);
  return language === 'simple' ? null : language;
}

async function stopWordsOf(db: Queryable, sample: readonly string[]) {
  const counted = await db.query<{ language: Language; stops: number }>(COUNT_STOP_WORDS, [sample]);
  return counted.rows;
}
