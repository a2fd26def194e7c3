import { AnswerType } from '../../knowledge/language/answer-type';
import { Span } from '../../knowledge/language/sentences';
import type { RankedPassage, ScoredSentence } from '../../knowledge/retrieval/passage.types';

/** A neighbour is quoted too if it says this much of what the best sentence says of the question. */
const NEIGHBOUR_SHARE = 0.6;
/** Instructions go on for a few sentences; other answers are one or two. */
const STEPS_SENTENCES = 4;
const STEPS_CHARACTERS = 600;
/** Instructions are read from the first sentence that has this much of the best one's score: from what to do first. */
const FIRST_STEP_SHARE = 0.4;

/** The one to four neighbouring sentences of a passage that answer best, in offsets into its text; null if it has none. */
export function selectQuote(passage: RankedPassage, type: AnswerType): Span | null {
  const sentences = saying(passage);
  const scores = sentences.map((sentence) => sentence.score);
  const best = scores.indexOf(Math.max(...scores));
  const chosen = sentences[best];
  if (!chosen) return null;
  if (type === 'steps') {
    const first = scores.findIndex(
      (score, index) => index > best - STEPS_SENTENCES && score >= FIRST_STEP_SHARE * chosen.score,
    );
    return instructions(sentences, first);
  }
  const before = scores[best - 1] ?? 0;
  const after = scores[best + 1] ?? 0;
  if (Math.max(before, after) < NEIGHBOUR_SHARE * chosen.score || chosen.score === 0) return chosen;
  const other = sentences[before > after ? best - 1 : best + 1] ?? chosen;
  return { start: Math.min(chosen.start, other.start), end: Math.max(chosen.end, other.end) };
}

/** Without a title on a line of its own at the beginning: it names what the passage is about, and says nothing. */
function saying({ text, sentences }: RankedPassage): readonly ScoredSentence[] {
  const [first, second] = sentences;
  if (!first || !second) return sentences;
  const isTitle = /^[^.!?:。！？\n]{1,80}$/.test(text.slice(first.start, first.end).trim());
  return isTitle && /\n\s*\n/.test(text.slice(first.end, second.start)) ? sentences.slice(1) : sentences;
}

function instructions(sentences: readonly ScoredSentence[], first: number): Span | null {
  const start = sentences[first]?.start;
  if (start === undefined) return null;
  const following = sentences.slice(first, first + STEPS_SENTENCES);
  const fitting = following.filter(({ end }, index) => index === 0 || end - start <= STEPS_CHARACTERS);
  return { start, end: fitting.at(-1)?.end ?? start };
}
