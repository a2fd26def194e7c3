const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Tamil',
  'Armenian',
  'Thai',
  'Hangul',
  'Han',
];
const PATTERNS = SCRIPTS.map((script) => ({
  script,
  // Japanese uses three scripts and shares Han with Chinese.
  letter: new RegExp(script === 'Han' ? '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]' : `\\p{sc=${script}}`, 'gu'),
}));

/** Scripts without spaces between words, or with particles attached to words. */
const GRAMS: readonly [RegExp, number][] = [
  [/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu, 2],
  [/[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu, 3],
];

/** The script of most letters in a text. Empty without letters. */
export function scriptOf(text: string): string {
  const counted = PATTERNS.map(({ script, letter }) => ({ script, letters: text.match(letter)?.length ?? 0 }));
  const most = counted.reduce((best, next) => (next.letters > best.letters ? next : best));
  return most.letters > 0 ? most.script : '';
}

/** Groups of adjacent characters in scripts without spaces, which replace words without a dictionary. */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [run, length] of GRAMS) {
    for (const [written] of text.matchAll(run)) {
      for (let at = 0; at + length <= written.length; at++) grams.add(written.slice(at, at + length));
    }
  }
  return grams;
}

/** Whether the script of a word is one of {@link gramsOf}. */
export function isGrammed(word: string): boolean {
  return GRAMS.some(([run]) => word.search(run) !== -1);
}
