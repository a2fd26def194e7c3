import { linksIn } from '../../common/text/links';
import { figuresOf, type Figures, figuresStand } from './figures';
import { namesOf, nameStands, type NameEvidence } from './names';
import type { Lexicon, Reading } from './reading';
import { speechOf } from './speech';

/** Words that a quote must say something with: one more is a sentence, one less is cited by chance. */
const FEWEST_WORDS = 2;
/** The same in characters, where words are not told apart. */
const FEWEST_GRAMS = 3;
/** Of the characters of such scripts, this much must be the quote's: half of them are particles. */
const SMALLEST_SHARE_OF_GRAMS = 0.4;
/** A translation shares no words with its quote, so the quote must say as much as half of it, and this at least. */
const FEWEST_WORDS_TRANSLATED = 4;
const FEWEST_GRAMS_TRANSLATED = 8;

/** Whether a quote says anything: figures and words that are no function words. */
export function isSubstantial(quote: Reading): boolean {
  return weightOf(quote) >= FEWEST_WORDS || quote.grams.size >= FEWEST_GRAMS;
}

/**
 * Whether a sentence says no more than its quotes. Every figure, link and name of it stands in them; of its other words
 * at least half do, figures and names counting as words, and more than half where it has neither.
 */
export function isSupported(sentence: Reading, lexicon: Lexicon, evidence: NameEvidence): boolean {
  const { quotes, translated } = evidence;
  if (!figuresStand(sentence.figures, together(quotes)) || !unitsStand(sentence, quotes)) return false;
  if (!linksStand(sentence, quotes)) return false;
  const names = namesOf(sentence, lexicon, evidence);
  if (!names.every((name) => nameStands(name, evidence))) return false;
  if (translated) return isWeighty(quotes, sentence);
  const named = new Set(names.map(({ text }) => text));
  const others = sentence.content.filter((word) => !named.has(word));
  const proven = sentence.figures.numbers.length + named.size;
  const spoken = others.filter((word) => quotes.some((quote) => quote.speaksOf(word))).length;
  const all = proven + others.length;
  const enough = proven > 0 ? 2 * (proven + spoken) >= all : 2 * spoken > all;
  return sentence.grams.size > 0 ? enoughGrams(sentence, quotes) && (all === 0 || enough) : all > 0 && enough;
}

/** Whether a quote has a part in what a sentence says; in a translation every quote may. */
export function contributes(quote: Reading, sentence: Reading, translated: boolean): boolean {
  if (translated || sentence.content.some((word) => quote.speaksOf(word))) return true;
  if (sentence.words.some((word) => word.proper && quote.has(word.text))) return true;
  if ([...sentence.grams].some((gram) => quote.grams.has(gram))) return true;
  return sentence.figures.numbers.some((number) => figuresStand({ ...NO_FIGURES, numbers: [number] }, quote.figures));
}

const NO_FIGURES: Figures = figuresOf('', speechOf('simple'));

/** Addresses of pages and of mailboxes, as they are written. */
function linksStand({ text }: Reading, quotes: readonly Reading[]): boolean {
  return linksIn(text).every((link) => quotes.some((quote) => quote.text.toLowerCase().includes(link.toLowerCase())));
}

/** What is counted in words: in the quote as well, or at least a word like it. */
function unitsStand({ figures }: Reading, quotes: readonly Reading[]): boolean {
  const quoted = new Set(quotes.flatMap((quote) => [...quote.figures.units.values(), ...unitsOf(quote.figures)]));
  return [...figures.units].every(([word, unit]) => quoted.has(unit) || quotes.some((quote) => quote.speaksOf(word)));
}

/** Signs are no words: 50 %, 9 €. */
function unitsOf({ numbers }: Figures): string[] {
  return numbers.flatMap(({ unit }) => unit ?? []);
}

function isWeighty(quotes: readonly Reading[], sentence: Reading): boolean {
  const words = quotes.reduce((sum, quote) => sum + weightOf(quote), 0);
  const grams = quotes.reduce((sum, quote) => sum + quote.grams.size, 0);
  if (words < FEWEST_WORDS_TRANSLATED && grams < FEWEST_GRAMS_TRANSLATED) return false;
  // A word of one script is two or three characters of another.
  return 2 * (words + grams / 2) >= weightOf(sentence) + sentence.grams.size / 2;
}

function weightOf({ content, figures }: Reading): number {
  return content.length + figures.numbers.length;
}

function enoughGrams(sentence: Reading, quotes: readonly Reading[]): boolean {
  const grams = [...sentence.grams];
  const quoted = grams.filter((gram) => quotes.some((quote) => quote.grams.has(gram)));
  return quoted.length >= SMALLEST_SHARE_OF_GRAMS * grams.length;
}

function together(quotes: readonly Reading[]): Figures {
  return {
    numbers: quotes.flatMap(({ figures }) => figures.numbers),
    months: new Set(quotes.flatMap(({ figures }) => [...figures.months])),
    weekdays: new Set(quotes.flatMap(({ figures }) => [...figures.weekdays])),
    units: new Map(),
    words: new Set(),
  };
}
