import type { Words } from './bootstrap';

type Plain = { [Key in keyof Words]: Words[Key] extends string ? Key : never }[keyof Words];
type Counted = Exclude<keyof Words, Plain>;

/** The texts of the application in one language. A missing plural form falls back to `other`. */
export class Speech {
  private readonly rules: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly times: Intl.DateTimeFormat;
  private readonly days: Intl.DateTimeFormat;

  constructor(
    private readonly words: Words,
    readonly locale: string,
  ) {
    this.rules = new Intl.PluralRules(locale);
    this.numbers = new Intl.NumberFormat(locale);
    this.times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
    this.days = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  }

  say(key: Plain, values: Record<string, string | number> = {}): string {
    return this.filled(this.words[key], values);
  }

  count(key: Counted, count: number): string {
    const forms = this.words[key];
    return this.filled(forms[this.rules.select(count)] ?? forms['other']!, { count });
  }

  time(iso: string | number): string {
    return this.times.format(new Date(iso));
  }

  /** Of a file, in kilobytes or megabytes. */
  size(bytes: number): string {
    const [unit, divisor] = bytes < 1_000_000 ? ['kilobyte', 1_000] : ['megabyte', 1_000_000];
    const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(this.locale, style).format(Math.max(0.1, bytes / divisor));
  }

  day(iso: string | number): string {
    return this.days.format(new Date(iso));
  }

  /** The texts before and after `{name}`, for a placeholder that is an element. */
  around(key: Plain, name: string): [string, string] {
    const [before = '', after = ''] = this.words[key].split(`{${name}}`);
    return [before, after];
  }

  private filled(text: string, values: Record<string, string | number>): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? this.numbers.format(value) : value;
    });
  }
}
