const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Tamil', 'Armenian', 'Thai', 'Hangul', 'Han']; // prettier-ignore
const PATTERNS = SCRIPTS.map((script) => ({
  script,
  // Japanese is written in three of them, and Han is what it shares with Chinese.
  letter: new RegExp(script === 'Han' ? '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]' : `\\p{sc=${script}}`, 'gu'),
}));

/** Scripts in which words are not told apart by spaces, or carry particles that change them. */
const GRAMS: readonly [RegExp, number][] = [
  [/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu, 2],
  [/[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu, 3],
];

/** The script that most letters of a text are in; empty where it has none. */
export function scriptOf(text: string): string {
  const counted = PATTERNS.map(({ script, letter }) => ({ script, letters: text.match(letter)?.length ?? 0 }));
  const most = counted.reduce((best, next) => (next.letters > best.letters ? next : best));
  return most.letters > 0 ? most.script : '';
}

/** Neighbouring characters of what is written without spaces: the nearest thing to words that need no dictionary. */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [run, length] of GRAMS) {
    for (const [written] of text.matchAll(run)) {
      for (let at = 0; at + length <= written.length; at++) grams.add(written.slice(at, at + length));
    }
  }
  return grams;
}

/** Whether a word belongs to a script that {@link gramsOf} reads. */
export function isGrammed(word: string): boolean {
  return GRAMS.some(([run]) => word.search(run) !== -1);
}
