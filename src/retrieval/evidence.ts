import type { Lexemes } from './lexemes';
import type { QueryTerm } from './query-terms';
import { type Reading, surest } from './reading';

const OTHER_FORM = 0.5;
/** A term that the passage has in the same words, or nearly so. */
const MET = 0.8;

/**
 * A logistic regression of whether a passage answers, on what is known of it and of the question. Fitted to questions about
 * documentation and encyclopedia articles, to answerable ones and to ones about what the sources do not say; decision 0003
 * has the figures.
 */
const WEIGHTS = {
  constant: -6.457,
  /** Of 1: how much of the question one sentence says, with the heading that it stands under. */
  inSentence: 3.397,
  /** Of 1: how much of it the passage says anywhere. */
  inPassage: 1.708,
  /** Of 1: names and figures that it never mentions. */
  missingNames: -1.552,
  /** `proximity`, of the weight of all words. */
  together: 3.713,
  /** Words that it has. */
  met: 0.551,
  /** Passages of the same title that are among the next four. */
  sameTitle: 0.215,
  /** The ranking's score, of the weight of all words. */
  score: 0.47,
  /** Weight of the question's words: long questions meet something everywhere. */
  questionWeight: -0.014,
  /** How far ahead of the best passage of another title it is. */
  lead: 1.956,
  /**
   * Of 1: how few passages the agent has. Short texts say a thing once and in few words, and have little else that could be meant.
   * Not fitted: with hardly any passages, it makes up for the difference between a chance of 0.315 and one of 0.15.
   */
  fewPassages: 0.96,
} as const;

/** How a passage stands among those that were found. */
export interface Standing {
  readonly score: number;
  /** `proximity` of the question's words in it, by what they weigh as evidence. */
  readonly together: number;
  /** Passages of the same title among the next four. */
  readonly sameTitle: number;
  /** {@link leadOf}: pages that are equally good answer something else, each of them. */
  readonly lead: number;
  /** Of the agent. */
  readonly passages: number;
}

/** An agent of as many passages has no longer few. */
const FEW_PASSAGES = 60;

/** Beyond it, it makes no difference how much further; and what is taken where there is nothing to compare with. */
const MOST_LEAD = 0.6;
const USUAL_LEAD = 0.2;

/** Of a score, how far it is ahead of another one, 0 to {@link MOST_LEAD}. */
export function leadOf(score: number, rival: number | undefined): number {
  return rival === undefined ? USUAL_LEAD : Math.min(MOST_LEAD, Math.max(0, 1 - rival / score));
}

/**
 * How likely a passage answers the question, 0 to 1. Terms that no source of the agent uses weigh most, so that questions
 * about other things come out low.
 *
 * @param names words of the question that are names or figures
 */
export function evidence(
  terms: readonly QueryTerm[],
  names: ReadonlySet<string>,
  reading: Reading,
  { score, together, sameTitle, lead, passages }: Standing,
): number {
  const all = terms.reduce((sum, term) => sum + term.proof, 0);
  if (all === 0) return 0;
  const whole = [reading.body, reading.heading, reading.title];
  const missing = terms.filter((term) => names.has(term.word) && coverage([term], whole) === 0);
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  const sum =
    WEIGHTS.constant +
    (WEIGHTS.inSentence * most(reading, (sets) => coverage(terms, [...sets, reading.heading]))) / all +
    (WEIGHTS.inPassage * coverage(terms, whole)) / all +
    (WEIGHTS.missingNames * missing.reduce((lost, { proof }) => lost + proof, 0)) / all +
    (WEIGHTS.together * together) / all +
    WEIGHTS.met * terms.filter((term) => surest(term, [reading.body, reading.heading], OTHER_FORM) >= MET).length +
    WEIGHTS.sameTitle * sameTitle +
    (WEIGHTS.score * score) / Math.max(1, weight) +
    WEIGHTS.questionWeight * all +
    WEIGHTS.lead * lead +
    WEIGHTS.fewPassages * Math.max(0, 1 - passages / FEW_PASSAGES);
  return 1 / (1 + Math.exp(-sum));
}

/** Of the sentence that has most of something; a row says what its columns are called, too. */
function most({ sentences }: Reading, of: (sets: readonly Lexemes[]) => number): number {
  return sentences.reduce(
    (highest, { lexemes, columns }) => Math.max(highest, of(columns === null ? [lexemes] : [lexemes, columns])),
    0,
  );
}

function coverage(terms: readonly QueryTerm[], sets: readonly Lexemes[]): number {
  return terms.reduce((sum, term) => sum + term.proof * surest(term, sets, OTHER_FORM), 0);
}
