import type { Claimed } from '../common/jobs/leased-queue.types';
import type { Verdict } from './answer-judge';

export const TEST_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

export const EXPECTED = ['answered', 'refused', 'reply', 'handed_off'] as const;
/** The expected outcome of a question: an answer from the sources, none, words of courtesy, or a person. */
export type Expected = (typeof EXPECTED)[number];

/** Questions of one test. */
export const MOST_QUESTIONS = 200;
/** Models that one test compares. */
export const MOST_MODELS = 4;
/** Answers of one test: its questions times its models. */
export const MOST_ANSWERS = 400;
/** Questions before one in its conversation: they are asked again for each that follows on them. */
export const MOST_BEFORE = 5;

export interface TestKey {
  workspaceId: string;
  agentId: string;
  id: string;
}

export interface TestQuestion {
  id: string;
  question: string;
  kind: string | null;
  expect: Expected;
  /** Names of sources of which one should be cited. */
  sources: string[];
  /** Alternatives, each a list of texts. */
  accept: string[][];
  /** The question before it in the same conversation. */
  after: string | null;
}

export interface TestCitation {
  sourceId: string;
  title: string;
  quote: string;
  start: number;
  end: number;
}

/** An agent's answer to a question. */
export interface TestAnswer {
  outcome: 'answered' | 'no_answer' | 'handed_off';
  content: string;
  citations: TestCitation[];
}

export interface TestResult {
  verdict: Verdict;
  citesExpected: boolean;
  /** Why it could not be judged. */
  problem: string | null;
  /** Of what should be looked at; null where everything is as it should be. */
  answer: TestAnswer | null;
}

/** A test that this process may work on until its lease ends. */
export interface TestClaim extends TestKey, Claimed {
  memberId: string;
  questions: TestQuestion[];
  models: string[];
  /** How many answers have a result. */
  done: number;
  secondsSinceStart: number;
}

/** A test without its questions and answers. */
export interface ListedTest extends Record<Verdict | 'cited', number> {
  id: string;
  status: TestStatus;
  models: string[];
  /** How many. */
  questions: number;
  /** 0 to 1. */
  progress: number;
  failureCode: string | null;
  failureMessage: string | null;
  memberId: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}
