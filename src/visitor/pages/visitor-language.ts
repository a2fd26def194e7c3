import { languageOf } from '../../common/text/language-of';

export type Direction = 'ltr' | 'rtl';

export interface VisitorLanguage {
  /** BCP 47: of the document, of dates and of turns. */
  locale: string;
  /** Of the dictionary. */
  dictionary: string;
  dir: Direction;
}

/** Of languages without a dictionary too, where the customer has fixed one of them. */
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'ug', 'ur', 'yi']);
const OTHERWISE = 'en';

/**
 * What a visitor would have: the first wish that there is a dictionary for, of what the page asks for and then of what the
 * browser says; else English.
 */
export function wishedLocale(
  wanted: string | undefined,
  acceptLanguage: string | undefined,
  dictionaries: readonly string[],
): string {
  const known = (tag: string): boolean => dictionaries.includes(languageOf(tag));
  const wishes = [...(wanted ? [wanted] : []), ...accepted(acceptLanguage)].flatMap((tag) => canonical(tag) ?? []);
  return wishes.find(known) ?? OTHERWISE;
}

/** What a document in this language needs; the customer may have fixed one that there is no dictionary for. */
export function visitorLanguage(tag: string, dictionaries: readonly string[]): VisitorLanguage {
  const locale = canonical(tag) ?? OTHERWISE;
  const language = languageOf(locale);
  return {
    locale,
    dictionary: dictionaries.includes(language) ? language : OTHERWISE,
    dir: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
  };
}

/** By their weights, equal ones as they stand (RFC 9110 §12.5.4). */
function accepted(header = ''): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== '*' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
