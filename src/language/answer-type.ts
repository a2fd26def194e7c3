import forms from './lists/answer-type.json';
import { words } from './words';

/** The kind of thing that a question asks for, as far as its first words show. */
export type AnswerType = 'time' | 'number' | 'name' | 'steps' | 'any';

/** One of these whole words; JavaScript's own word boundary knows ASCII letters only. */
const word = (...patterns: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

const TIME = word(...forms.time);
const NUMBER = word(...forms.number);
const STEPS = word(...forms.steps);
const NAME = word(...forms.name);
const MONTH = word(...forms.month);
const YEAR_OR_CLOCK = word(...forms.yearOrClock);
const WEEKDAY = word(...forms.weekday);
const NUMERAL = word(...forms.numeral);
const DURATION = new RegExp(
  '\\p{N}\\s*(?:[ap]\\.?m|second|minute|hour|day|week|month|year|sekunde|stunde|tag|woche|monat|jahr' +
    '|heure|jour|semaine|mois|hora|día|semana|mes)',
  'iu',
);

/** Recognizes English, German, French and Spanish questions; all others ask for `any`. */
export function answerType(question: string): AnswerType {
  if (STEPS.test(question)) return 'steps';
  if (NUMBER.test(question)) return 'number';
  if (TIME.test(question)) return 'time';
  return NAME.test(question) ? 'name' : 'any';
}

/** Whether a sentence contains something of that kind which the question does not already say. */
export function holds(type: AnswerType, sentence: string, inQuestion: ReadonlySet<string>): boolean {
  if (type === 'time') return [MONTH, YEAR_OR_CLOCK, DURATION, WEEKDAY].some((pattern) => pattern.test(sentence));
  if (type === 'number') return /\p{N}/u.test(sentence) || NUMERAL.test(sentence);
  if (type !== 'name') return true;
  return words(sentence).some((word, index) => index > 0 && word.proper && !inQuestion.has(word.text));
}
