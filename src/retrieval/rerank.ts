import { CooperativeYield } from '../common/jobs/cooperative-yield';
import { BETWEEN_HEADINGS, CHUNK_LIMIT } from '../documents/chunk-document';
import { directionOf, isOpposite } from '../language/opposites';
import { AnswerType, answerType, holds } from '../language/answer-type';
import { provides, type QuestionForm, questionForm } from '../language/question-form';
import { words } from '../language/words';
import type { Lexemes } from './lexemes';
import { gramScores } from './character-grams';
import { evidence, leadOf } from './evidence';
import { RankedPassage, ScoredSentence } from './passage.types';
import { proximity } from './proximity';
import { namesIn, QueryTerm, SYNONYM_COUNTS, termsMeant } from './query-terms';
import { knownReading } from './known-readings';
import { presence, type ReadSentence, Reading, StoredPassage, surest } from './reading';
import { subjectGains } from './subject';

/** A row of the ranking statement; `score` is BM25. */
export type Candidate = Omit<RankedPassage, 'evidence' | 'named' | 'sentences'> & StoredPassage;

interface Ranked {
  /** The words of the question as the passage means them. */
  readonly terms: readonly QueryTerm[];
  readonly passage: Omit<RankedPassage, 'evidence' | 'named'>;
  readonly reading: Reading;
  /** The score by its words alone, which is what evidence is. */
  readonly own: number;
}

const BEST_SENTENCE = 1;
const GRAMS = 0.3;
/** Words of the question that the headings have. */
const IN_HEADING = 1;
/** The share of the headings' words that the question has, whole. */
const HEADING_MET = 6;
/** The same of the heading directly above, by how much of the question it says: what is asked for is the section's subject. */
const IS_SUBJECT = 5;
/** All of the question's words being somewhere in the passage, its headings or its title. */
const COVERAGE = 4;
/** Having what an answer to such a question is made of: steps or code for how something is done, a path for where it is. */
const PROVIDES = 3;
/** A row or item that tells of what is asked for, whole; the same for the sentence that it is. */
const TELLS_OF = 6;
const IN_TOPIC = 1;
/** The loss of a section that is called the opposite of what is asked for: “Disable 2FA”, where it is to be enabled. */
const OPPOSITE = 4;
/** A word of the question that names a column of a row counts this much of one that the row has. */
const IN_COLUMN = 0.6;
/** Another form of a word, and a word in the next sentence or in the heading, count this much of the word itself. */
const RELATIVE = 0.3;
const NEARBY = 0.3;
/** The same of another form that is anywhere at all. */
const ANYWHERE = 0.5;
/** A sentence with no name where a name is asked for, no figure where a figure is, counts this much. */
const WRONG_KIND = 0.6;

/** The gain of the passage that means most nearly the same; the next ones by the reciprocal of their rank, damped. */
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
  passages = Infinity,
): Promise<RankedPassage[]> {
  const type = answerType(question);
  const form = questionForm(question);
  const direction = directionOf(question);
  const inQuestion = new Set(words(question).map((word) => word.text));
  const yielding = new CooperativeYield(SLICE_MS);
  const places = new Map(near.map((chunkId, place) => [chunkId, place] as const));
  const readings: Reading[] = [];
  for (const candidate of candidates) {
    readings.push(knownReading(candidate));
    if (yielding.isDue) await yielding.now();
  }
  const lines = readings.map(({ gramLine }) => gramLine);
  const grams = await gramScores(question, lines, yielding);
  const ranked: Ranked[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const reading = readings[index]!;
    const meant = termsMeant(terms, (lexeme) => reading.body.has(lexeme), candidate.text);
    const sentences = scoreSentences(candidate.text, reading, meant, type, inQuestion);
    const best = Math.max(0, ...sentences.map((sentence) => sentence.score));
    const score =
      candidate.score -
      lostTo(terms, meant) +
      BEST_SENTENCE * best +
      GRAMS * (grams[index] ?? 0) +
      proximity(meant, reading.sequence) +
      gains(meant, reading) -
      (isOpposite(direction, ownHeading(candidate)) ? OPPOSITE : 0) +
      suitability(form, candidate);
    const meaning = meaningGain(places.get(candidate.chunkId));
    const { lexemes: _lexemes, headingLexemes: _heading, titleLexemes: _title, ...passage } = candidate;
    ranked.push({ terms: meant, passage: { ...passage, score: score + meaning, sentences }, reading, own: score });
    if (yielding.isDue) await yielding.now();
  }
  return judged(ordered(ranked), { limit, passages }, namesIn(question));
}

/** The gain of a passage by the words of the question, beside BM25 and {@link proximity}. */
function gains(terms: readonly QueryTerm[], reading: Reading): number {
  const { body, heading, ownHeading, title } = reading;
  const isAsked = askedBy(terms);
  const columns = [...new Set(reading.sentences.flatMap((sentence) => sentence.columns ?? []))];
  const all = weightOf(terms) || 1;
  return (
    TELLS_OF * Math.max(0, ...reading.sentences.map((sentence) => askedShare(sentence, terms))) +
    otherForms(terms, reading) +
    IN_HEADING * coverage(terms, [heading], RELATIVE) +
    HEADING_MET * heading.shareOf(isAsked) +
    (IS_SUBJECT * ownHeading.shareOf(isAsked) * coverage(terms, [ownHeading], RELATIVE)) / all +
    (COVERAGE * coverage(terms, [body, heading, title, ...columns], ANYWHERE)) / all
  );
}

/** By place among the nearest, counted from 0. */
function meaningGain(place: number | undefined): number {
  return place === undefined ? 0 : (MEANING * DAMPING) / (DAMPING + place);
}

/** The gain of a passage by its form; a long one meets more words by chance. */
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

/** The best of them, with the evidence of each. */
function judged(
  ranked: readonly Ranked[],
  { limit, passages }: { limit: number; passages: number },
  names: ReadonlySet<string>,
): RankedPassage[] {
  const best = ranked.slice(0, Math.min(limit, NEIGHBOURHOOD));
  return ranked.slice(0, limit).map(({ terms, passage, reading, own }) => {
    // With few passages words are worth less than as evidence, and together they would seem to prove nothing.
    const proofs = terms.map((term) => ({ ...term, weight: term.proof }));
    const isOther = ({ passage: other }: Ranked): boolean => other.title !== passage.title;
    const standing = {
      score: own,
      together: proximity(proofs, reading.sequence),
      sameTitle: best.filter((other) => other.passage !== passage && !isOther(other)).length,
      passages,
      lead: leadOf(passage.score, ranked.find(isOther)?.passage.score),
    };
    return { ...passage, evidence: evidence(terms, names, reading, standing), named: namedBy(terms, reading) };
  });
}

/** All headings may say what is asked for, but the one directly above says nothing else. */
function namedBy(terms: readonly QueryTerm[], { heading, ownHeading }: Reading): number {
  return (ownHeading.shareOf(askedBy(terms)) * coverage(terms, [heading], RELATIVE)) / (weightOf(terms) || 1);
}

function scoreSentences(
  text: string,
  reading: Reading,
  terms: readonly QueryTerm[],
  type: AnswerType,
  inQuestion: ReadonlySet<string>,
): ScoredSentence[] {
  // A term that the whole passage does not have is in none of its sentences.
  const present = terms.filter(
    (term) =>
      presence(term, reading.body, RELATIVE) > 0 ||
      presence(term, reading.heading, 0) > 0 ||
      reading.sentences.some(({ columns }) => columns !== null && presence(term, columns, 1) > 0),
  );
  return reading.sentences.map((sentence, index) => {
    const { span, block, lexemes, columns } = sentence;
    const nearby = [reading.sentences[index - 1]?.lexemes, reading.sentences[index + 1]?.lexemes, reading.heading];
    let score = 0;
    for (const term of present) {
      const own = presence(term, lexemes, RELATIVE);
      const near = nearby.some((set) => set !== undefined && presence(term, set, 0) > 0) ? NEARBY : 0;
      const above = columns === null ? 0 : IN_COLUMN * presence(term, columns, 1);
      score += term.weight * Math.max(own, near, above);
    }
    score *= 1 + IN_TOPIC * askedShare(sentence, terms);
    return {
      ...span,
      block,
      score: holds(type, text.slice(span.start, span.end), inQuestion) ? score : score * WRONG_KIND,
    };
  });
}

function askedBy(terms: readonly QueryTerm[]): (lexeme: string) => boolean {
  return (lexeme) => terms.some((term) => term.lexemes.has(lexeme));
}

/** How much of the question a row or item tells of: its topic, if all of that is asked for, and its columns. */
function askedShare({ topic, columns }: ReadSentence, terms: readonly QueryTerm[]): number {
  if (topic.shareOf(askedBy(terms)) < 1) return 0;
  const isMeant = (term: QueryTerm): boolean => presence(term, topic, 0) > 0;
  const met = terms.filter((term) => isMeant(term) || (columns !== null && presence(term, columns, 1) > 0));
  return weightOf(met) / (weightOf(terms) || 1);
}

function weightOf(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

function coverage(terms: readonly QueryTerm[], sets: readonly Lexemes[], relative: number): number {
  return terms.reduce((sum, term) => sum + term.weight * surest(term, sets, relative), 0);
}

function otherForms(terms: readonly QueryTerm[], reading: Reading): number {
  let score = 0;
  for (const term of terms) {
    if (presence(term, reading.body, 0) === 0) score += term.weight * presence(term, reading.body, RELATIVE);
  }
  return score;
}

function ownHeading({ heading }: Candidate): string {
  return heading.slice(heading.lastIndexOf(BETWEEN_HEADINGS) + 1);
}

/** About what the ranking statement counted for synonyms that mean something else here. */
function lostTo(terms: readonly QueryTerm[], meant: readonly QueryTerm[]): number {
  if (meant === terms) return 0;
  const lost = terms.filter(({ lexemes }, index) => meant[index]!.lexemes.size < lexemes.size);
  return SYNONYM_COUNTS * weightOf(lost);
}
