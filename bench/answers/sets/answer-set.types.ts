import type { Expectation } from '../../../src/knowledge-tests/answer-judge';

export const GROUPS = ['questions', 'unanswerable', 'off_topic', 'social'] as const;
export type Group = (typeof GROUPS)[number];

/** The part of a page that answers. */
export interface Section {
  page: string;
  /** In UTF-16 units of the page, which the source's text may have fewer of: it leaves out what is no content. */
  start: number;
  text: string;
}

export interface Case {
  id: string;
  set: string;
  /** A tag (BCP 47). */
  language: string;
  group: Group;
  /** For questions that the pages answer: the topic. */
  kind: string | null;
  question: string;
  /** The questions before it in the same conversation, first one first. */
  before: readonly string[];
  typo: boolean;
  expectation: Expectation;
  /** Where it is known instead of texts of a right answer. */
  section: Section | null;
}

/** Texts that the judge must classify as right and as wrong. */
export interface Proof {
  id: string;
  expectation: Expectation;
  right: readonly string[];
  wrong: readonly string[];
}

/** The pages of one agent, and questions to it. */
export interface AnswerSet {
  name: string;
  pages: readonly { path: string; text: string }[];
  cases: readonly Case[];
  proofs: readonly Proof[];
}

export const REFUSED: Expectation = { expect: 'refused' };
