import { words } from './words';

/** What kind of thing a question asks for, as far as its first words tell. */
export type AnswerType = 'time' | 'number' | 'name' | 'steps' | 'any';

/** One of these whole words; JavaScript's own word boundary knows ASCII letters only. */
const word = (...forms: string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

const TIME = word(
  'when|wann|quand|cuándo',
  '(?:what|which)\\s+(?:\\p{L}+\\s+)?(?:year|date|century|decade|month|day)s?',
  '(?:welche[nmrs]?|quelle|qué)\\s+(?:jahr|datum|année|date|año|fecha)',
);
const NUMBER = word(
  'how (?:many|much|long|often|old|far|large|big|tall|high|fast)|percent\\p{L}*',
  '(?:what|which) (?:number|percentage|portion|fraction|amount|price|share)',
  'wie ?(?:viele?|lange|oft|alt|hoch|groß|teuer)|combien|cuánt[oa]s?',
);
const STEPS = word(
  'how to|how (?:do|can|should|would|could) (?:i|we|you|one|my)',
  'wie \\p{L}+ (?:ich|man|wir)',
  'comment (?:puis|faire|je|peut|dois|\\p{L}+er)',
  'cómo (?:puedo|se|hago|debo|\\p{L}+o|\\p{L}+[aei]r)',
);
const NAME = word(
  'who(?:m|se)?|where|wer|wem|wo|qui|où|quién(?:es)?|dónde',
  '(?:what|which)\\s+(?:\\p{L}+\\s+)?(?:countr(?:y|ies)|cit(?:y|ies)|towns?|regions?|states?|places?|persons?|compan(?:y|ies))',
);

const MONTH = word(
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'januar|februar|märz|mai|juni|juli|oktober|dezember',
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre',
  'enero|febrero|marzo|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
);
const YEAR_OR_CLOCK = word(
  '1\\d{3}s?|20\\d{2}s?|\\d{1,2}[:.]\\d{2}',
  '(?:centur|decade|jahrhundert|siècle|siglo)\\p{L}*',
);
const DURATION = new RegExp(
  '\\p{N}\\s*(?:[ap]\\.?m|second|minute|hour|day|week|month|year|sekunde|stunde|tag|woche|monat|jahr' +
    '|heure|jour|semaine|mois|hora|día|semana|mes)',
  'iu',
);
const WEEKDAY = word(
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|weekly|monthly|yearly|annually',
  '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|täglich|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
);
const NUMERAL = word(
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|half|third|quarter',
  'hundreds?|thousands?|millions?|billions?|once|twice',
  'zwei|drei|vier|fünf|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez',
);

/** Recognises English, German, French and Spanish questions; all others ask for `any`. */
export function answerType(question: string): AnswerType {
  if (STEPS.test(question)) return 'steps';
  if (NUMBER.test(question)) return 'number';
  if (TIME.test(question)) return 'time';
  return NAME.test(question) ? 'name' : 'any';
}

/** Whether a sentence contains something of that kind which the question does not already say. */
export function holds(type: AnswerType, sentence: string, asked: ReadonlySet<string>): boolean {
  if (type === 'time') return [MONTH, YEAR_OR_CLOCK, DURATION, WEEKDAY].some((pattern) => pattern.test(sentence));
  if (type === 'number') return /\p{N}/u.test(sentence) || NUMERAL.test(sentence);
  if (type !== 'name') return true;
  return words(sentence).some((word, index) => index > 0 && word.proper && !asked.has(word.text));
}
