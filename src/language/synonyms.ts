import fillers from './lists/fillers.json';
import synonyms from './lists/synonyms.json';
import { isOneSlip } from './one-slip';

/** Of several words, which stand for single ones. */
const PHRASES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:turn|switch)(?:ed|ing)?\b(?: \S+){0,6}? on\b/i, ['enable', 'activate']],
  [/\b(?:turn|switch)(?:ed|ing)?\b(?: \S+){0,6}? off\b/i, ['disable', 'deactivate', 'off']],
  [/\bget(?:ting)? rid of\b/i, ['delete', 'remove']],
  [/\bset(?:ting)? up\b/i, ['setup', 'install', 'configure']],
  [/\b(?:log|sign)(?:ging|ing)? in\b/i, ['login']],
  [/\b(?:how much|how many|how big)\b/i, ['limit']],
  [/\bbring back\b|\bget back\b/i, ['restore', 'recover']],
  [/\bmoney back\b/i, ['refund']],
  [/\bsymbolic links?\b/i, ['symlink']],
  [/\bversion control\b/i, ['git', 'vcs']],
];

/** Words that fill questions: they may be rare in documentation, and say little about the subject of a question. */
export const FILLERS: ReadonlySet<string> = new Set(Object.values(fillers).flat().join(' ').split(' '));

/** Whether a word is one of {@link FILLERS}, or one slip of the pen away from a longer one. */
export function isFiller(word: string): boolean {
  if (FILLERS.has(word)) return true;
  return word.length >= 4 && SLIPS.some((filler) => filler[0] === word[0] && isOneSlip(word, filler));
}

const SLIPS = [...FILLERS].filter((filler) => filler.length >= 5);

const SYNONYMS = new Map<string, Set<string>>();
// On each line, words that people use for one another when they ask how software and services work.
for (const line of Object.values(synonyms).flat()) {
  const words = line.split(' ');
  for (const word of words) {
    const known = SYNONYMS.get(word) ?? new Set();
    for (const other of words) if (other !== word) known.add(other);
    SYNONYMS.set(word, known);
  }
}

/** Other words for a word, lower case; those of its singular too. */
export function synonymsOf(word: string): readonly string[] {
  const known =
    SYNONYMS.get(word) ??
    SYNONYMS.get(word.replace(/(?:ing|ed|es|s)$/, '')) ??
    SYNONYMS.get(word.replace(/(?:ing|ed|es|s)$/, 'e'));
  return known ? [...known] : [];
}

/** Words for what the question says in several. */
export function phrasesIn(question: string): readonly string[] {
  return PHRASES.flatMap(([pattern, words]) => (pattern.test(question) ? words : []));
}
