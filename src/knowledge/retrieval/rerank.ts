import { Slices } from '../../common/jobs/slices';
import { AnswerType, answerType, holds } from '../language/answer-type';
import { CHUNK_LIMIT } from '../chunking/chunk-document';
import { provides, type QuestionForm, questionForm } from '../language/question-form';
import { words } from '../language/words';
import type { Lexemes } from './lexemes';
import { gramScores } from './character-grams';
import { evidence } from './evidence';
import { RankedPassage, ScoredSentence } from './passage.types';
import { proximity } from './proximity';
import { namesIn, QueryTerm } from './query-terms';
import { presence, read, Reading, StoredPassage, surest } from './reading';
import { subjectGains } from './subject';

/** A row of the ranking statement; `score` is BM25. */
export type Candidate = Omit<RankedPassage, 'evidence' | 'sentences'> & StoredPassage;

interface Ranked {
  readonly passage: Omit<RankedPassage, 'evidence'>;
  readonly reading: Reading;
  readonly together: number;
  /** The score by its words alone, which is what evidence is. */
  readonly own: number;
}

const BEST_SENTENCE = 1;
const GRAMS = 0.3;
/** Words of the question that the headings have; and the share of the headings' words that the question has, whole. */
const IN_HEADING = 1;
const HEADING_MET = 6;
/** All of the question's words being somewhere in the passage, its headings or its title. */
const COVERAGE = 4;
/** Having what an answer to such a question is made of: steps or code for how something is done, a path for where it is. */
const PROVIDES = 3;
/** Another form of a word, and a word in the next sentence or in the heading, count this much of the word itself. */
const RELATIVE = 0.3;
const NEARBY = 0.3;
/** The same of another form that is anywhere at all. */
const ANYWHERE = 0.5;
/** A sentence with no name where a name is asked for, no figure where a figure is, counts this much. */
const WRONG_KIND = 0.6;

/** What the passage that means most nearly the same gains; the next ones by the reciprocal of their rank, damped. */
const MEANING = 5;
const DAMPING = 10;

/** Passages of the same title among so many speak for each other. */
const NEIGHBOURHOOD = 5;
/** How long passages are read before other requests get their turn, in milliseconds. */
const SLICE_MS = 2;

/**
 * Orders BM25's candidates by all that is worth computing for a few dozen passages only: how much of the question one
 * sentence covers, whether it holds the kind of thing asked for, what answers to such questions are made of, words that
 * stand together, other forms of words, and how well others of the same title do. The best `limit` of them.
 */
export async function rerank(
  question: string,
  terms: readonly QueryTerm[],
  candidates: readonly Candidate[],
  limit: number,
  near: readonly string[] = [],
): Promise<RankedPassage[]> {
  const type = answerType(question);
  const form = questionForm(question);
  const asked = new Set(words(question).map((word) => word.text));
  const slices = new Slices(SLICE_MS);
  const places = new Map(near.map((chunkId, place) => [chunkId, place] as const));
  const grams = await gramScores(question, candidates.map(({ text }) => text), slices); // prettier-ignore
  const ranked: Ranked[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const reading = read(candidate);
    const sentences = scoreSentences(candidate.text, reading, terms, type, asked);
    const best = Math.max(0, ...sentences.map((sentence) => sentence.score));
    const together = proximity(terms, reading.sequence);
    const score =
      candidate.score +
      BEST_SENTENCE * best +
      GRAMS * (grams[index] ?? 0) +
      together +
      gains(terms, reading) +
      suitability(form, candidate);
    const meant = meaningGain(places.get(candidate.chunkId));
    const { lexemes: _lexemes, headingLexemes: _heading, titleLexemes: _title, ...passage } = candidate;
    ranked.push({ passage: { ...passage, score: score + meant, sentences }, reading, together, own: score });
    if (slices.isOver) await slices.next();
  }
  return judged(ordered(ranked).slice(0, limit), terms, namesIn(question));
}

/** What the words of the question gain a passage beside BM25 and {@link proximity}. */
function gains(terms: readonly QueryTerm[], reading: Reading): number {
  const { body, heading, title } = reading;
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (
    otherForms(terms, reading) +
    IN_HEADING * said(terms, [heading], RELATIVE) +
    HEADING_MET * heading.shareOf((lexeme) => terms.some((term) => term.lexemes.has(lexeme))) +
    (COVERAGE * said(terms, [body, heading, title], ANYWHERE)) / all
  );
}

/** By place among the nearest, counted from 0. */
function meaningGain(place: number | undefined): number {
  return place === undefined ? 0 : (MEANING * DAMPING) / (DAMPING + place);
}

/** What its form gains a passage; a long one meets more words by chance. */
function suitability(form: QuestionForm, { text, structure: { blocks } }: Candidate): number {
  const shortness = Math.log(CHUNK_LIMIT / Math.max(1, Math.min(text.length, CHUNK_LIMIT)));
  return shortness + (provides(form, text, blocks) ? PROVIDES : 0);
}

function ordered(ranked: readonly Ranked[]): Ranked[] {
  const ofSubject = subjectGains(ranked.map(({ passage }) => passage));
  return ranked
    .map(({ passage, ...read }, index) => {
      const score = passage.score + (ofSubject[index] ?? 0);
      return { ...read, passage: { ...passage, score }, own: read.own + (ofSubject[index] ?? 0) };
    })
    .sort((left, right) => right.passage.score - left.passage.score);
}

/** With the evidence of each. */
function judged(ranked: readonly Ranked[], terms: readonly QueryTerm[], names: ReadonlySet<string>): RankedPassage[] {
  const best = ranked.slice(0, NEIGHBOURHOOD);
  return ranked.map(({ passage, reading, together, own }) => {
    const sameTitle = best.filter(({ passage: other }) => other !== passage && other.title === passage.title).length;
    return { ...passage, evidence: evidence(terms, names, reading, { score: own, together, sameTitle }) };
  });
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
  return reading.sentences.map(({ span, block, lexemes }, index) => {
    const nearby = [reading.sentences[index - 1]?.lexemes, reading.sentences[index + 1]?.lexemes, reading.heading];
    let score = 0;
    for (const term of said) {
      const own = presence(term, lexemes, RELATIVE);
      const near = nearby.some((set) => set !== undefined && presence(term, set, 0) > 0) ? NEARBY : 0;
      score += term.weight * Math.max(own, near);
    }
    return { ...span, block, score: holds(type, text.slice(span.start, span.end), asked) ? score : score * WRONG_KIND };
  });
}

function said(terms: readonly QueryTerm[], sets: readonly Lexemes[], relative: number): number {
  return terms.reduce((sum, term) => sum + term.weight * surest(term, sets, relative), 0);
}

function otherForms(terms: readonly QueryTerm[], reading: Reading): number {
  let score = 0;
  for (const term of terms) {
    if (presence(term, reading.body, 0) === 0) score += term.weight * presence(term, reading.body, RELATIVE);
  }
  return score;
}
