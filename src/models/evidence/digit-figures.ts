import type { Speech } from './speech';

/** A number in a text. */
export interface Figure {
  /** Possible values as decimal numbers without grouping: `1.000` is 1000; `29,90` is 29.9. */
  readonly readings: ReadonlySet<string>;
  /** The numbers of a date, a time or a range. */
  readonly parts: readonly string[];
  /** The unit, if it is known. */
  readonly unit: string | null;
}

const SPACES = String.raw`[ \u00a0\u2009\u202f]`;
/** Digits with their separators: 1,000.50, 1 000, 2026-03-01, 10:30, 9–17. */
const WRITTEN = new RegExp(
  String.raw`((?<![\p{L}\p{N}.,:/)])[-−])?(\d+(?:[.,'’·٫٬/:–-]\d+|${SPACES}\d{3}(?!\d))*)`,
  'gu',
);
const GROUPED = new RegExp(String.raw`^\d{1,3}(?:([.,'’·٬]|${SPACES})\d{3})(?:\1\d{3})*(?:(?!\1)[.,٫]\d+)?$`, 'u');
const GROUPED_IN_INDIA = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const DECIMAL = /^\d+[.,·٫]\d+$/;

/** The number of characters to examine on either side of a number. */
const NEAR = 40;

const SIGN = String.raw`[%٪€$£¥₹₺₽]`;
const AFTER = new RegExp(String.raw`^(?:${SPACES}|-)?(${SIGN}|[\p{L}\p{M}]+)\.?`, 'u');
const BEFORE = new RegExp(String.raw`(${SIGN}|(?<!\p{L})[A-Z]{3})${SPACES}?$`, 'u');

/** The numbers written in digits of any script. */
export function digitFigures(text: string, speech: Speech): Figure[] {
  const plain = withPlainDigits(text);
  return Array.from(plain.matchAll(WRITTEN), ({ 0: all, 1: sign, 2: written = '', index }) => {
    const { factor, unit } = counted(
      plain.slice(Math.max(0, index - NEAR), index),
      plain.slice(index + all.length).slice(0, NEAR),
      speech,
    );
    const readings = readingsOf(written).map((number) => decimal(number * factor * (sign ? -1 : 1)));
    return { readings: new Set(readings), parts: partsOf(written), unit };
  });
}

function readingsOf(written: string): number[] {
  if (GROUPED.test(written) || GROUPED_IN_INDIA.test(written)) {
    const [, whole = '', fraction = ''] = /^(.*\d{3})(?:[.,٫](\d+))?$/.exec(fractionApart(written)) ?? [];
    return [Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`)];
  }
  if (DECIMAL.test(written)) return [Number(written.replace(/\D/, '.'))];
  return /^\d+$/.test(written) ? [Number(written)] : [];
}

/** In `1.000` the dot groups digits in many countries; in `1,000.5` the comma groups and the dot is decimal. */
function fractionApart(written: string): string {
  const separators = written.replace(/\d/g, '');
  const last = separators.at(-1) ?? '';
  return separators.length > 1 && separators.indexOf(last) === separators.length - 1
    ? written
    : written.replace(/\D/g, '');
}

/** The numbers of a date, a time, a range or a phone number, and of possible digit groups. */
function partsOf(written: string): string[] {
  if (/^\d+$/.test(written) || (DECIMAL.test(written) && !/^\d{1,2}\.\d{2}$/.test(written))) return [];
  const numbers = written.split(/\D+/);
  // Full hours are written with or without minutes.
  const hours = /:|^\d{1,2}\.\d{2}$/.test(written);
  return numbers
    .map(Number)
    .filter((number) => !hours || number !== 0)
    .map(String);
}

/** The multiplier (5 million) and the unit after a number. A currency can precede the number. */
function counted(before: string, after: string, speech: Speech): { factor: number; unit: string | null } {
  const [all = '', word = ''] = AFTER.exec(after) ?? [];
  const factor = multiplier(word, speech);
  const rest = factor === undefined ? after : after.slice(factor.length ?? all.length);
  const name = (AFTER.exec(rest)?.[1] ?? '').toLowerCase();
  const unit = unitOf(name, speech) ?? speech.units.get((BEFORE.exec(before)?.[1] ?? '').toLowerCase()) ?? null;
  return { factor: factor?.value ?? 1, unit };
}

/** Chinese and Japanese have no space after the multiplier. */
function multiplier(word: string, { multipliers }: Speech): { value: number; length?: number } | undefined {
  const value = multipliers.get(word.toLowerCase());
  if (value !== undefined) return { value };
  const sign = multipliers.get(word.slice(0, 1));
  return sign !== undefined && /^\p{Script=Han}/u.test(word) ? { value: sign, length: 1 } : undefined;
}

function unitOf(name: string, { units }: Speech): string | undefined {
  if (!/^\p{Script=Han}/u.test(name)) return units.get(name);
  return [3, 2, 1].map((length) => units.get(name.slice(0, length))).find((unit) => unit !== undefined);
}

/** Formats without exponent and with at most six decimal places, which removes rounding errors of multiplication. */
function decimal(number: number): string {
  return number.toFixed(6).replace(/\.?0+$/, '');
}

function withPlainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

/** Unicode orders the digits of a script from zero. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
