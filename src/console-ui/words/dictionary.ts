import type english from './en.json';
import { literal } from './literal';

export type WordKey = keyof typeof english;

/** A text, or one for each plural category of `{count}` (Intl.PluralRules). */
type Word = string | Readonly<Record<string, string>>;
export type Dictionary = Readonly<Partial<Record<WordKey, Word>>>;
export type Values = Readonly<Record<string, string | number>>;

/**
 * Sentences of the API, which are English, and their translations. `{}` stands for a value that a sentence holds; the translation has
 * its values in the same order.
 */
export type Messages = Readonly<Record<string, string>>;

/** The texts of each language but English. Each file is a chunk of its own, without an export for every key. */
const DICTIONARIES: Readonly<Record<string, () => Promise<[{ default: Dictionary }, { default: Messages }]>>> = {
  de: () =>
    Promise.all([
      import('./de.json', { with: { type: 'json' } }),
      import('./de.messages.json', { with: { type: 'json' } }),
    ]),
};
const ENGLISH = (): Promise<{ default: Dictionary }> => import('./en.json', { with: { type: 'json' } });
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(DICTIONARIES)];
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** The texts of one language, and how it writes numbers and times. */
export class Words {
  private readonly plurals: Intl.PluralRules;
  private readonly messagesWithValues: readonly (readonly [RegExp, string])[];

  constructor(
    /** BCP 47, with the region that the browser prefers. */
    readonly locale: string,
    private readonly dictionary: Dictionary,
    private readonly english: Dictionary = dictionary,
    private readonly messages: Messages = {},
  ) {
    this.plurals = new Intl.PluralRules(locale);
    this.messagesWithValues = Object.entries(messages)
      .filter(([english]) => english.includes('{}'))
      // A sentence that says more may also match a shorter one.
      .sort(([a], [b]) => b.length - a.length)
      .map(([english, translation]) => [patternOf(english), translation]);
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

  /** A message of the API, in this language where it is known, else as it is. */
  readonly message = (english: string): string => {
    if (Object.hasOwn(this.messages, english)) return this.messages[english]!;
    for (const [pattern, translation] of this.messagesWithValues) {
      const values = pattern.exec(english)?.slice(1);
      if (values) return translation.replace(/\{\}/g, () => values.shift()!);
    }
    return english;
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
    if (load) {
      const [words, messages] = await load();
      return new Words(locale, words.default, (await english).default, messages.default);
    }
  }
  return new Words(preferred.find((locale) => locale.startsWith('en')) ?? 'en', (await english).default);
}

function patternOf(message: string): RegExp {
  return new RegExp(`^${message.split('{}').map(literal).join('(.+)')}$`, 's');
}
