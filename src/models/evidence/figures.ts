import { words } from '../../language/words';
import { digitFigures, type Figure } from './digit-figures';
import { joinsNumbers, spelledNumber } from './number-words';
import type { Speech } from './speech';

/** The figures of a text. */
export interface Figures {
  readonly numbers: readonly Figure[];
  /** 1 to 12. Only if a number is nearby, because “may” is also a verb. */
  readonly months: ReadonlySet<number>;
  /** 1 is Monday. */
  readonly weekdays: ReadonlySet<number>;
  /** Units in words, with or without a number: every month, in euros. */
  readonly units: ReadonlyMap<string, string>;
  /** The words of all figures, in lower case. */
  readonly words: ReadonlySet<string>;
}

/** Phrases in which `cent` and `ciento` do not mean a hundred. */
const PERCENT = /(?<!\p{L})(?:por ciento|por cento|per cento|pour cent|per cent)(?!\p{L})/giu;

const CHINESE_DIGITS = '零一二三四五六七八九';
/** Chinese numbers before a counted noun, so that 一 in “together” and 三 in “Wednesday” do not count. */
const CHINESE_NUMBER = /[一二两三四五六七八九十百千]+(?=[个個天日年月小時时分秒元円块周週人次台件倍名位%])/gu;

export function figuresOf(written: string, speech: Speech): Figures {
  const text = written.replace(PERCENT, ' % ');
  const tokens = words(text).map((word) => word.text);
  const beside = (index: number): boolean =>
    tokens.slice(Math.max(0, index - 2), index + 3).some((word) => /\p{N}/u.test(word));
  const months = tokens.flatMap((word, index) => (beside(index) ? (speech.months.get(word) ?? []) : []));
  const weekdays = tokens.flatMap((word) => weekday(word, speech) ?? []);
  const spelled = spelledFigures(tokens, speech);
  return {
    numbers: [...digitFigures(text, speech), ...spelled.numbers, ...chineseFigures(text, speech)],
    months: new Set(months),
    weekdays: new Set(weekdays),
    units: new Map(tokens.flatMap((word) => (speech.units.has(word) ? [[word, speech.units.get(word) ?? '']] : []))),
    words: new Set([
      ...spelled.words,
      ...tokens.filter((word) => speech.months.has(word) || weekday(word, speech) !== undefined),
    ]),
  };
}

/** Whether the quoted figures contain all claimed ones: the number, and the unit if both have one. */
export function figuresStand(claimed: Figures, quoted: Figures): boolean {
  const all = new Set(quoted.numbers.flatMap(({ readings, parts }) => [...readings, ...parts]));
  const stands = (claim: Figure): boolean =>
    quoted.numbers.some((quote) => fits(claim, quote)) ||
    (claim.parts.length > (claim.readings.size && 1) && claim.parts.every((part) => all.has(part)));
  return (
    claimed.numbers.every(stands) &&
    [...claimed.months].every((month) => quoted.months.has(month) || all.has(String(month))) &&
    [...claimed.weekdays].every((day) => quoted.weekdays.has(day))
  );
}

function fits(claim: Figure, quote: Figure): boolean {
  if (claim.unit && quote.unit && claim.unit !== quote.unit) return false;
  return [...claim.readings].some((reading) => quote.readings.has(reading) || quote.parts.includes(reading));
}

/** Many languages add an s for the plural: Mondays, montags. */
function weekday(word: string, { weekdays }: Speech): number | undefined {
  return weekdays.get(word) ?? weekdays.get(word.replace(/s$/, ''));
}

function spelledFigures(tokens: readonly string[], speech: Speech): { numbers: Figure[]; words: string[] } {
  const numbers: Figure[] = [];
  const used: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const values: number[] = [];
    let end = index;
    for (; end < tokens.length; end++) {
      const word = tokens[end] ?? '';
      const value = valueOf(word, speech);
      if (value !== undefined) values.push(value);
      else if (!joinsNumbers(word) || values.length === 0 || valueOf(tokens[end + 1] ?? '', speech) === undefined)
        break;
      used.push(word);
    }
    if (values.length === 0) continue;
    const factor = speech.multipliers.get(tokens[end] ?? '');
    const unit = speech.units.get(tokens[factor === undefined ? end : end + 1] ?? '') ?? null;
    const scaled = spelledNumber(values).map((value) => value * (factor ?? 1));
    numbers.push(...scaled.map((value) => ({ readings: new Set([String(value)]), parts: [], unit })));
    index = end;
  }
  return { numbers, words: used };
}

/** German and Dutch join ones and tens to one word: fünfundzwanzig, vijfentwintig. */
function valueOf(word: string, { values }: Speech): number | undefined {
  const [, ones = '', tens = ''] = /^(\p{L}{3,7}?)(?:und|en|ën)(\p{L}+ig)$/u.exec(word) ?? [];
  const ten = values.get(tens);
  const one = /^e[ie]n$/.test(ones) ? 1 : values.get(ones);
  return values.get(word) ?? (ten !== undefined && one !== undefined && one < 10 ? ten + one : undefined);
}

function chineseFigures(text: string, { units }: Speech): Figure[] {
  return Array.from(text.matchAll(CHINESE_NUMBER), (match): Figure => {
    const after = text.slice(match.index + match[0].length);
    const unit = units.get(after.slice(0, 2)) ?? units.get(after.slice(0, 1)) ?? null;
    return { readings: new Set([String(chineseNumber(match[0]))]), parts: [], unit };
  }).filter(({ readings }) => !readings.has('1'));
}

function chineseNumber(written: string): number {
  let sum = 0;
  let digit = 0;
  for (const sign of written.replaceAll('两', '二')) {
    const power = { 十: 10, 百: 100, 千: 1_000 }[sign];
    if (power === undefined) digit = CHINESE_DIGITS.indexOf(sign);
    else {
      sum += (digit || 1) * power;
      digit = 0;
    }
  }
  return sum + digit;
}
