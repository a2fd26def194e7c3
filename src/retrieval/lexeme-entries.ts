/** In the place of a stop word, which has no lexeme. No word is written so. */
export const STOP = '-';
/**
 * Between the lexeme of a word and those of the words that hyphens make of it and of words before it, one for each of these:
 * “e-mail address” is `e mail+email address`. In no lexeme.
 */
export const WHOLE = '+';

/** A word that stands in an entry, and the places before it that its parts take. */
export interface EntryWord {
  readonly lexeme: string;
  /** 0 for the word itself. */
  readonly back: number;
}

/** The words of one entry: the word itself first. */
export function entryWords(entry: string): EntryWord[] {
  const [own = '', ...others] = entry.split(/(\++)/);
  const wholes: EntryWord[] = [];
  for (let at = 0; at + 1 < others.length; at += 2) wholes.push({ lexeme: others[at + 1]!, back: others[at]!.length });
  return [{ lexeme: own, back: 0 }, ...wholes];
}

/** All that stored entries hold, without order. */
export function lexemesIn(entries: string): string[] {
  return entries.split(/[ +]+/).filter((lexeme) => lexeme !== '');
}
