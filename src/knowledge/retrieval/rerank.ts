import { Slices } from '../../common/jobs/slices';
import { AnswerType, answerType, holds } from '../language/answer-type';
import { words } from '../language/words';
import { gramScores } from './character-grams';
import { evidence } from './evidence';
import { RankedPassage, ScoredSentence } from './passage.types';
import { proximity } from './proximity';
import { namesIn, QueryTerm } from './query-terms';
import { presence, read, Reading, StoredPassage } from './reading';
import { subjectGains } from './subject';

/** A row of the ranking statement; `score` is BM25. */
export type Candidate = Omit<RankedPassage, 'evidence' | 'sentences'> & StoredPassage;

const BEST_SENTENCE = 1.5;
const GRAMS = 0.2;
/** Another form of a word, and a word in the next sentence or in the heading, count this much of the word itself. */
const RELATIVE = 0.3;
const NEARBY = 0.3;
/** A sentence with no name where a name is asked for, no figure where a figure is, counts this much. */
const WRONG_KIND = 0.6;

/** How long passages are read before other requests get their turn, in milliseconds. */
const SLICE_MS = 2;

/**
 * Orders BM25's candidates by all that is worth computing for a few dozen passages only: how much of the question one
 * sentence covers, whether it holds the kind of thing asked for, words that stand together, other forms of words,
 * and how well others of the same title do.
 */
export async function rerank(
  question: string,
  terms: readonly QueryTerm[],
  unseen: number,
  candidates: readonly Candidate[],
): Promise<RankedPassage[]> {
  const type = answerType(question);
  const names = namesIn(question);
  const asked = new Set(words(question).map((word) => word.text));
  const slices = new Slices(SLICE_MS);
  const grams = await gramScores(question, candidates.map(({ text }) => text), slices); // prettier-ignore
  const ranked: RankedPassage[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const reading = read(candidate);
    const sentences = scoreSentences(candidate.text, reading, terms, type, asked);
    const best = Math.max(0, ...sentences.map((sentence) => sentence.score));
    const score =
      candidate.score +
      otherForms(terms, reading) +
      BEST_SENTENCE * best +
      proximity(terms, reading.sequence) +
      GRAMS * (grams[index] ?? 0);
    const { lexemes: _lexemes, headingLexemes: _heading, titleLexemes: _title, ...passage } = candidate;
    ranked.push({ ...passage, score, evidence: evidence(terms, names, unseen, reading), sentences });
    if (slices.isOver) await slices.next();
  }
  const gains = subjectGains(ranked);
  return ranked
    .map((passage, index) => ({ ...passage, score: passage.score + (gains[index] ?? 0) }))
    .sort((left, right) => right.score - left.score);
}

function scoreSentences(
  text: string,
  reading: Reading,
  terms: readonly QueryTerm[],
  type: AnswerType,
  asked: ReadonlySet<string>,
): ScoredSentence[] {
  // A term that the whole passage does not have is in none of its sentences.
  const said = terms.filter(
    (term) => presence(term, reading.body, RELATIVE) > 0 || presence(term, reading.heading, 0) > 0,
  );
  return reading.sentences.map(({ span, lexemes }, index) => {
    const nearby = [reading.sentences[index - 1]?.lexemes, reading.sentences[index + 1]?.lexemes, reading.heading];
    let score = 0;
    for (const term of said) {
      const own = presence(term, lexemes, RELATIVE);
      const near = nearby.some((set) => set !== undefined && presence(term, set, 0) > 0) ? NEARBY : 0;
      score += term.weight * Math.max(own, near);
    }
    return { ...span, score: holds(type, text.slice(span.start, span.end), asked) ? score : score * WRONG_KIND };
  });
}

function otherForms(terms: readonly QueryTerm[], reading: Reading): number {
  let score = 0;
  for (const term of terms) {
    if (presence(term, reading.body, 0) === 0) score += term.weight * presence(term, reading.body, RELATIVE);
  }
  return score;
}
