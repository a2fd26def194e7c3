import type { Speech } from './speech';

/** A number as a text has it. */
export interface Figure {
  /** What it may mean, as decimal numbers without grouping: `1.000` is 1000; `29,90` is 29.9. */
  readonly readings: ReadonlySet<string>;
  /** Of a date, a time, a range: its numbers. */
  readonly parts: readonly string[];
  /** What it counts, where that is known. */
  readonly unit: string | null;
}

const SPACES = String.raw`[ \u00a0\u2009\u202f]`;
/** Digits with all that joins them: 1,000.50, 1 000, 2026-03-01, 10:30, 9–17. */
const WRITTEN = new RegExp(
  String.raw`((?<![\p{L}\p{N}.,:/)])[-−])?(\d+(?:[.,'’·٫٬/:–-]\d+|${SPACES}\d{3}(?!\d))*)`,
  'gu',
);
const GROUPED = new RegExp(String.raw`^\d{1,3}(?:([.,'’·٬]|${SPACES})\d{3})(?:\1\d{3})*(?:(?!\1)[.,٫]\d+)?$`, 'u');
const GROUPED_IN_INDIA = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const DECIMAL = /^\d+[.,·٫]\d+$/;

/** Characters that are looked at on either side of a number. */
const NEAR = 40;

const SIGN = String.raw`[%٪€$£¥₹₺₽]`;
const AFTER = new RegExp(String.raw`^(?:${SPACES}|-)?(${SIGN}|[\p{L}\p{M}]+)\.?`, 'u');
const BEFORE = new RegExp(String.raw`(${SIGN}|(?<!\p{L})[A-Z]{3})${SPACES}?$`, 'u');

/** The numbers that are written in digits, in any script's. */
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

/** `1.000` groups, in most of the world; `1,000.5` groups and divides. */
function fractionApart(written: string): string {
  const separators = written.replace(/\d/g, '');
  const last = separators.at(-1) ?? '';
  return separators.length > 1 && separators.indexOf(last) === separators.length - 1
    ? written
    : written.replace(/\D/g, '');
}

/** Numbers of a date, a time, a range or a telephone number, and of groups that may be no groups. */
function partsOf(written: string): string[] {
  if (/^\d+$/.test(written) || (DECIMAL.test(written) && !/^\d{1,2}\.\d{2}$/.test(written))) return [];
  const numbers = written.split(/\D+/);
  // Full hours are written with and without their minutes.
  const hours = /:|^\d{1,2}\.\d{2}$/.test(written);
  return numbers
    .map(Number)
    .filter((number) => !hours || number !== 0)
    .map(String);
}

/** What stands behind a number: a multiplier (5 million), then what is counted; money may stand before it. */
function counted(before: string, after: string, speech: Speech): { factor: number; unit: string | null } {
  const [all = '', word = ''] = AFTER.exec(after) ?? [];
  const factor = multiplier(word, speech);
  const rest = factor === undefined ? after : after.slice(factor.length ?? all.length);
  const name = (AFTER.exec(rest)?.[1] ?? '').toLowerCase();
  const unit = unitOf(name, speech) ?? speech.units.get((BEFORE.exec(before)?.[1] ?? '').toLowerCase()) ?? null;
  return { factor: factor?.value ?? 1, unit };
}

/** In Chinese and Japanese no space tells where the multiplier ends. */
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

/** Without exponent and with at most six places: what multiplying adds to a fraction is no difference. */
function decimal(number: number): string {
  return number.toFixed(6).replace(/\.?0+$/, '');
}

function withPlainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

/** Unicode keeps the digits of a script in order, zero first. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
