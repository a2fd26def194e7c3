import type english from './en.json';

export type WordKey = keyof typeof english;

/** A text, or one for each plural category of `{count}` (Intl.PluralRules). */
type Word = string | Readonly<Record<string, string>>;
export type Dictionary = Readonly<Partial<Record<WordKey, Word>>>;
export type Values = Readonly<Record<string, string | number>>;

/** A dictionary for each language but English. Each is a chunk of its own, without an export for every key. */
const DICTIONARIES: Readonly<Record<string, () => Promise<{ default: Dictionary }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
};
const ENGLISH = (): Promise<{ default: Dictionary }> => import('./en.json', { with: { type: 'json' } });
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(DICTIONARIES)];
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** The texts of one language, and how it writes numbers and times. */
export class Words {
  private readonly plurals: Intl.PluralRules;

  constructor(
    /** BCP 47, with the region that the browser prefers. */
    readonly locale: string,
    private readonly dictionary: Dictionary,
    private readonly english: Dictionary = dictionary,
  ) {
    this.plurals = new Intl.PluralRules(locale);
  }

  get direction(): 'ltr' | 'rtl' {
    return RIGHT_TO_LEFT.has(this.locale.split('-')[0]!) ? 'rtl' : 'ltr';
  }

  /** The text with its `{values}`. What the language lacks is English. */
  readonly text = (key: WordKey, values: Values = {}): string => {
    const word: Word = this.dictionary[key] ?? this.english[key]!;
    const template = typeof word === 'string' ? word : this.pluralOf(word, Number(values['count']));
    return template.replace(/\{(\w+)\}/g, (place, name: string) => this.shown(values[name], place));
  };

  private pluralOf(forms: Readonly<Record<string, string>>, count: number): string {
    return forms[this.plurals.select(count)] ?? forms['other']!;
  }

  private shown(value: string | number | undefined, place: string): string {
    return typeof value === 'number' ? new Intl.NumberFormat(this.locale).format(value) : (value ?? place);
  }
}

/** The words of the best language for these preferences, such as `navigator.languages`. */
export async function wordsFor(preferred: readonly string[]): Promise<Words> {
  const english = ENGLISH();
  for (const locale of preferred) {
    const language = locale.split('-')[0]!.toLowerCase();
    if (language === 'en') break;
    const load = DICTIONARIES[language];
    if (load) return new Words(locale, (await load()).default, (await english).default);
  }
  return new Words(preferred.find((locale) => locale.startsWith('en')) ?? 'en', (await english).default);
}
