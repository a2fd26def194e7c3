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

/** Words that people use for one another when they ask how software and services work. */
const SYNONYMS = byWord(Object.values(synonyms).flat());

/** Each word of a line to the others of its lines. */
export function byWord(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const line of lines) {
    const words = line.split(' ');
    for (const word of words) {
      const known = all.get(word) ?? new Set();
      for (const other of words) if (other !== word) known.add(other);
      all.set(word, known);
    }
  }
  return all;
}

/** Other words for a word, lower case; those of its singular too. */
export function synonymsOf(word: string, all = SYNONYMS): readonly string[] {
  const known =
    all.get(word) ?? all.get(word.replace(/(?:ing|ed|es|s)$/, '')) ?? all.get(word.replace(/(?:ing|ed|es|s)$/, 'e'));
  return known ? [...known] : [];
}

/** Words for what the question says in several. */
export function phrasesIn(question: string): readonly string[] {
  return PHRASES.flatMap(([pattern, words]) => (pattern.test(question) ? words : []));
}
