import { words } from '../language/words';
import { LIST_LIKE_ENDINGS } from './compound-heads.sql';
import type { AskedWord } from './query-terms';
import type { AgentKey, Queryable } from './queryable';

/** Languages that write a noun and the nouns before it in one word; the last one tells what it is. */
const COMPOUNDING = ['german', 'dutch', 'danish', 'norwegian', 'swedish'];
/** Of the words of a question that are looked up. */
const SHORTEST = 5;
const LONGEST = 30;
const MOST_WORDS = 64;
/** Letters that two words share at their ends; fewer where that is all of one of them. */
const SHORTEST_HEAD = 5;
const SHORTEST_WORD = 4;
/** Of the words before a head. */
const SHORTEST_MODIFIER = 3;
/** Endings that make nouns and adjectives of words: two words that share one have nothing else in common. */
const DERIVED =
  /^.{0,3}(?:schaft|heit|keit|ung|ion|tat|ier|ling|nis|lich|isch|bar|los|haft|sam|ent|ist|ismus|eur|ator|heid|teit|ing|het|lig)$/u;
/** What the head of a word says of the word itself. */
const COUNTS = 0.7;

interface Beside {
  readonly word: string;
  readonly form: string;
  readonly lexeme: string;
}

/**
 * The agent's words that stand for words of a question that its sources do not have, because they are the same kind of thing:
 * “Kletterschuhe” for “Leihschuhe” and for “Schuhe”, “Zahlungsart” for “Zahlung”. One statement, and none where no word is long enough.
 */
export async function wordsOfSameHead(
  db: Queryable,
  { workspaceId, agentId }: AgentKey,
  question: string,
): Promise<AskedWord[]> {
  const looked = words(question)
    .slice(0, MOST_WORDS)
    .map(({ text }) => text)
    .filter((text) => text.length >= SHORTEST && text.length <= LONGEST && /^[\p{L}\p{M}]+$/u.test(text));
  if (looked.length === 0) return [];
  const { rows } = await db.query<Beside>(LIST_LIKE_ENDINGS, [workspaceId, agentId, [...new Set(looked)], COMPOUNDING]);
  return rows
    .filter(({ form, lexeme }) => hasSameHead(form, lexeme))
    .map(({ word, lexeme }) => ({ word: lexeme, counts: COUNTS, means: word }));
}

/** Of lexemes. A word that a longer one begins with counts, too, if it is the first word of a compound as it stands. */
export function hasSameHead(word: string, lexeme: string): boolean {
  if (lexeme.startsWith(word)) return word.length >= SHORTEST_WORD && lexeme.length - word.length >= SHORTEST_MODIFIER;
  const head = sharedEnding(word, lexeme);
  const before = [word, lexeme].map((whole) => whole.length - head.length);
  if (before.some((letters) => letters > 0 && letters < SHORTEST_MODIFIER)) return false;
  const shortest = before.includes(0) ? SHORTEST_WORD : SHORTEST_HEAD;
  return head.length >= shortest && !DERIVED.test(head);
}

function sharedEnding(left: string, right: string): string {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return left.slice(left.length - length);
}
