import { TAGS } from '../../language/language';
import { type NumberWords, numberWords } from './number-words';

/** The locale of each text search configuration, and of scripts that determine the language. */
const LOCALES: Readonly<Record<string, string>> = {
  ...TAGS,
  norwegian: 'nb',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
  thai: 'th',
};

const UNITS = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
  'percent',
  'meter',
  'kilometer',
  'gram',
  'kilogram',
  'liter',
  'megabyte',
  'gigabyte',
];
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CNY', 'INR', 'SEK', 'NOK', 'DKK', 'PLN', 'TRY', 'RUB'];
/** Words for a frequency, by unit. */
const OFTEN: Readonly<Record<string, string>> = {
  hour: 'hourly stündlich horaire',
  day: 'daily täglich quotidien quotidienne diario diaria diariamente dagelijks giornaliero dagligen daglig ежедневно',
  week: 'weekly wöchentlich hebdomadaire semanal settimanale wekelijks veckovis ugentlig еженедельно',
  month:
    'monthly monatlich mensuel mensuelle mensual mensualmente mensile mensal maandelijks månadsvis månedlig ежемесячно',
  year: 'yearly annual annually jährlich annuel annuelle anual anualmente annuale jaarlijks årligen årlig ежегодно',
};

/** Numbers that cover the plural forms of all languages. */
const COUNTS = [1, 2, 5, 21];

/** The words of a language for units, months (1 to 12) and days of the week (1 to 7). */
export interface Speech extends NumberWords {
  readonly units: ReadonlyMap<string, string>;
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlyMap<string, number>;
}

const made = new Map<string, Speech>();

/** Built from Unicode data once for each language. For an unknown language, only symbols and codes are known. */
export function speechOf(language: string): Speech {
  const known = made.get(language);
  if (known) return known;
  const locale = LOCALES[language];
  const speech: Speech = {
    ...numberWords(language),
    units: new Map([...signs(), ...(locale ? unitNames(locale) : [])]),
    months: locale ? dateNames(locale, 'month') : new Map<string, number>(),
    weekdays: locale ? dateNames(locale, 'weekday') : new Map<string, number>(),
  };
  made.set(language, speech);
  return speech;
}

/** The language of a script with a single language. Null for other scripts. */
export function languageOfScript(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  if (/\p{Script=Han}/u.test(text)) return 'chinese';
  if (/\p{Script=Hangul}/u.test(text)) return 'korean';
  return /\p{Script=Thai}/u.test(text) ? 'thai' : null;
}

function signs(): [string, string][] {
  return [
    ['%', 'percent'],
    ['٪', 'percent'],
    ['€', 'EUR'],
    ['$', 'USD'],
    ['£', 'GBP'],
    ['¥', 'JPY'],
    ['₹', 'INR'],
    ['₺', 'TRY'],
    ['₽', 'RUB'],
    ...CURRENCIES.map((code): [string, string] => [code.toLowerCase(), code]),
    ...Object.entries(OFTEN).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])),
  ];
}

function unitNames(locale: string): [string, string][] {
  const named = UNITS.flatMap((unit) =>
    namesOf(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }), 'unit', unit),
  );
  const money = CURRENCIES.flatMap((currency) =>
    namesOf(
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' }),
      'currency',
      currency,
    ),
  );
  return [...named, ...money];
}

/** Each long word of a name stands for the unit (`US dollars`, `por ciento`). */
function namesOf(format: Intl.NumberFormat, type: 'unit' | 'currency', unit: string): [string, string][] {
  const parts = COUNTS.flatMap((count) => format.formatToParts(count));
  const names = parts.flatMap((part) => (part.type === type ? part.value.toLowerCase().split(/[\s.]+/) : []));
  return names.filter((name) => isUnit(name)).map((name) => [name, unit]);
}

function isUnit(name: string): boolean {
  return (name.length > 2 || /\p{Script=Han}/u.test(name)) && !/^(?:por|pour|per|cent|cento|ciento)$/.test(name);
}

function dateNames(locale: string, part: 'month' | 'weekday'): Map<string, number> {
  const names = new Map<string, number>();
  for (let number = 1; number <= (part === 'month' ? 12 : 7); number++) {
    // A full date, because some languages inflect the month. 2 January 2023 was a Monday.
    const date = part === 'month' ? Date.UTC(2023, number - 1, 10) : Date.UTC(2023, 0, number + 1);
    for (const day of [{}, { day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { [part]: 'long', ...day, timeZone: 'UTC' });
      const name =
        format
          .formatToParts(date)
          .find(({ type }) => type === part)
          ?.value.toLowerCase() ?? '';
      if (/\p{L}{3}/u.test(name)) names.set(name, number);
    }
  }
  return names;
}
