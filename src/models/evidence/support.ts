import { linksIn } from '../../common/text/links';
import { figuresOf, type Figures, figuresStand } from './figures';
import { namesOf, nameStands, type NameEvidence } from './names';
import type { Lexicon, Reading } from './reading';
import { speechOf } from './speech';

/** The fewest content words of a quote. A quote with fewer can match by chance. */
const FEWEST_WORDS = 2;
/** The fewest character groups of a quote in scripts without spaces. */
const FEWEST_GRAMS = 3;
/** The share of character groups that the quote must contain in such scripts. Half of them are particles. */
const SMALLEST_SHARE_OF_GRAMS = 0.4;
/** A translation shares no words with its quote, so the quote must be at least half as long, and have this number of words. */
const FEWEST_WORDS_TRANSLATED = 4;
const FEWEST_GRAMS_TRANSLATED = 8;

/** Whether a quote has content: figures, or words other than function words. */
export function isSubstantial(quote: Reading): boolean {
  return weightOf(quote) >= FEWEST_WORDS || quote.grams.size >= FEWEST_GRAMS;
}

/**
 * Whether a sentence states no more than its quotes. The quotes must contain every figure, link and name of it, and at least half of
 * its words including figures and names, or more than half if it has neither.
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

/** Whether a quote supports a part of the sentence. In a translation, every quote can. */
export function contributes(quote: Reading, sentence: Reading, translated: boolean): boolean {
  if (translated || sentence.content.some((word) => quote.speaksOf(word))) return true;
  if (sentence.words.some((word) => word.proper && quote.has(word.text))) return true;
  if ([...sentence.grams].some((gram) => quote.grams.has(gram))) return true;
  return sentence.figures.numbers.some((number) => figuresStand({ ...NO_FIGURES, numbers: [number] }, quote.figures));
}

const NO_FIGURES: Figures = figuresOf('', speechOf('simple'));

/** Whether the quotes contain all URLs and email addresses as written. */
function linksStand({ text }: Reading, quotes: readonly Reading[]): boolean {
  return linksIn(text).every((link) => quotes.some((quote) => quote.text.toLowerCase().includes(link.toLowerCase())));
}

/** Whether the quotes contain all units in words, or similar words. */
function unitsStand({ figures }: Reading, quotes: readonly Reading[]): boolean {
  const quoted = new Set(quotes.flatMap((quote) => [...quote.figures.units.values(), ...unitsOf(quote.figures)]));
  return [...figures.units].every(([word, unit]) => quoted.has(unit) || quotes.some((quote) => quote.speaksOf(word)));
}

/** Units of numbers, which can be symbols: 50 %, 9 €. */
function unitsOf({ numbers }: Figures): string[] {
  return numbers.flatMap(({ unit }) => unit ?? []);
}

function isWeighty(quotes: readonly Reading[], sentence: Reading): boolean {
  const words = quotes.reduce((sum, quote) => sum + weightOf(quote), 0);
  const grams = quotes.reduce((sum, quote) => sum + quote.grams.size, 0);
  if (words < FEWEST_WORDS_TRANSLATED && grams < FEWEST_GRAMS_TRANSLATED) return false;
  // A word of one script corresponds to two or three characters of another.
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
