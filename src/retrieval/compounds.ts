import { type Word, words } from '../language/words';
import { LIST_KNOWN_WORDS } from './known-words.sql';
import type { AgentKey, Queryable } from './queryable';

/** Of each half that a word is cut into: shorter ones are in too many words. */
const SHORTEST_HALF = 4;
/** Of what two words are put together to. */
const SHORTEST_WHOLE = 6;
const LONGEST = 30;
/** Words of a question that are cut, and those that are looked at. */
const MOST_CUT = 4;
const MOST_WORDS = 64;

/** A part of a question, and another spelling of it. */
interface Spelling {
  readonly start: number;
  readonly end: number;
  /** The word that is cut: where the sources have it, nothing is gained. Null for two that are put together. */
  readonly cut: string | null;
  readonly parts: readonly string[];
}

/**
 * The question with its compounds as the agent's sources write them: “timezone” as “time zone”, “file system” as
 * “filesystem”. Null where they write none otherwise. One statement, and none where there is nothing to look up.
 *
 * @param cutsNames whether words written large are cut, too: in German all nouns are, elsewhere it is “Facebook”
 */
export async function asSourcesWrite(
  db: Queryable,
  { workspaceId, agentId }: AgentKey,
  question: string,
  cutsNames: boolean,
): Promise<string | null> {
  const questionWords = words(question).slice(0, MOST_WORDS);
  const spellings = [...joined(questionWords), ...halved(questionWords, cutsNames)];
  if (spellings.length === 0) return null;
  const looked = new Set(spellings.flatMap(({ cut, parts }) => (cut === null ? parts : [cut, ...parts])));
  const { rows } = await db.query<{ word: string }>(LIST_KNOWN_WORDS, [workspaceId, agentId, [...looked]]);
  const known = new Set(rows.map(({ word }) => word));
  const used = spellings.filter(
    ({ cut, parts }) => (cut === null || !known.has(cut)) && parts.every((part) => known.has(part)),
  );
  return used.length === 0 ? null : rewritten(question, used);
}

/** Neighbours, as one word. */
function joined(questionWords: readonly Word[]): Spelling[] {
  return questionWords.slice(1).flatMap((second, index) => {
    const first = questionWords[index]!;
    const whole = first.text + second.text;
    if (whole.length < SHORTEST_WHOLE || whole.length > LONGEST || !isWord(whole)) return [];
    // The s of “Ann's” is no word.
    if (second.text.length === 1) return [];
    return [{ start: first.start, end: second.end, cut: null, parts: [whole] }];
  });
}

/** The longest words, each in all ways, those into like halves first. */
function halved(questionWords: readonly Word[], cutsNames: boolean): Spelling[] {
  const long = questionWords.filter(({ text, proper }, index) => {
    const isName = proper && index > 0 && !cutsNames;
    return !isName && text.length >= 2 * SHORTEST_HALF && text.length <= LONGEST && isWord(text);
  });
  return long
    .toSorted((left, right) => right.text.length - left.text.length)
    .slice(0, MOST_CUT)
    .flatMap(({ text, start, end }) => {
      const ways = Array.from({ length: text.length - 2 * SHORTEST_HALF + 1 }, (_, way) => SHORTEST_HALF + way);
      const middle = text.length / 2;
      return ways
        .sort((left, right) => Math.abs(left - middle) - Math.abs(right - middle))
        .map((at) => ({ start, end, cut: text, parts: [text.slice(0, at), text.slice(at)] }));
    });
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(text);
}

/** Of spellings that overlap the first one. */
function rewritten(question: string, used: readonly Spelling[]): string {
  const chosen: Spelling[] = [];
  for (const spelling of used) {
    if (chosen.every(({ start, end }) => spelling.end <= start || spelling.start >= end)) chosen.push(spelling);
  }
  return chosen
    .toSorted((left, right) => right.start - left.start)
    .reduce((text, { start, end, parts }) => text.slice(0, start) + parts.join(' ') + text.slice(end), question);
}
