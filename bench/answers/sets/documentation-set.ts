import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Expectation } from '../../../src/knowledge-tests/answer-judge';
import { type AnswerSet, type Case, type Proof, REFUSED } from './answer-set.types';

interface Question {
  id: string;
  question: string;
}
interface Answerable extends Question {
  kind: string;
  files: string[];
  accept: string[][];
  typo?: boolean;
  after?: string;
  proof?: { right?: string[]; wrong?: string[] };
}
interface SetFile {
  name: string;
  /** A tag (BCP 47); English without one. */
  language?: string;
  questions: Answerable[];
  unanswerable: Question[];
  off_topic: Question[];
  social: (Question & { expect: 'reply' | 'handed_off' })[];
}

/** Reads `questions.json` and every page below `pages/`. */
export function readDocumentationSet(folder: string): AnswerSet {
  const file = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as SetFile;
  const paths = markdownBelow(join(folder, 'pages'));
  const pages = paths.map((path) => ({ path, text: readFileSync(join(folder, 'pages', path), 'utf8') }));
  return { name: file.name, pages, cases: casesOf(file), proofs: proofsOf(file) };
}

function casesOf({ name, language = 'en', questions, unanswerable, off_topic, social }: SetFile): Case[] {
  const usual = { set: name, language, kind: null, before: [], typo: false, section: null };
  return [
    ...questions.map(({ id, kind, question, typo = false, ...of }): Case => {
      const before = leadingTo({ id, ...of }, questions).map((earlier) => earlier.question);
      return { ...usual, id, group: 'questions', kind, question, before, typo, expectation: expectationOf(of) };
    }),
    ...unanswerable.map((of): Case => ({ ...usual, ...of, group: 'unanswerable', expectation: REFUSED })),
    ...off_topic.map((of): Case => ({ ...usual, ...of, group: 'off_topic', expectation: REFUSED })),
    ...social.map(({ expect, ...of }): Case => ({ ...usual, ...of, group: 'social', expectation: { expect } })),
  ];
}

function proofsOf({ questions }: SetFile): Proof[] {
  return questions.flatMap((question) =>
    question.proof
      ? [
          {
            id: question.id,
            expectation: expectationOf(question),
            right: question.proof.right ?? [],
            wrong: question.proof.wrong ?? [],
          },
        ]
      : [],
  );
}

function expectationOf({ accept, files }: Pick<Answerable, 'accept' | 'files'>): Expectation {
  return { expect: 'answered', accept, sources: files };
}

/** The questions before it in its conversation; a follow-up may follow on a follow-up. */
function leadingTo({ id, after }: Pick<Answerable, 'id' | 'after'>, questions: readonly Answerable[]): Answerable[] {
  if (after === undefined) return [];
  const at = questions.findIndex((question) => question.id === after);
  const earlier = questions[at];
  if (!earlier) throw new Error(`${id} follows on ${after}, which is not an earlier question`);
  return [...leadingTo(earlier, questions.slice(0, at)), earlier];
}

function markdownBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.mdx?$/.test(file))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
}
