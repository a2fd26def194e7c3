import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Expectation } from '../../../src/knowledge-tests/answer-judge';
import type { Part } from '../options';

export type Group = 'questions' | 'unanswerable' | 'off_topic' | 'social';

export interface Case {
  id: string;
  group: Group;
  /** For questions that the pages answer: the topic. */
  kind: string | null;
  question: string;
  /** The questions before it in the same conversation, first one first. */
  before: readonly string[];
  typo: boolean;
  expectation: Expectation;
  part: Part;
}

/** Texts that the judge must classify as right and as wrong. */
export interface Proof {
  id: string;
  expectation: Expectation;
  right: readonly string[];
  wrong: readonly string[];
}

export interface DocumentationSet {
  name: string;
  pages: readonly { path: string; text: string }[];
  cases: readonly Case[];
  proofs: readonly Proof[];
}

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
  questions: Answerable[];
  unanswerable: Question[];
  off_topic: Question[];
  social: (Question & { expect: 'reply' | 'handed_off' })[];
}

/** One in this many questions is set aside, together with its follow-ups, which would reveal its topic. */
const ASIDE_OF = 3;

const REFUSED: Expectation = { expect: 'refused' };
/** The fields of questions that the pages answer. */
const OTHER = { kind: null, before: [], typo: false };

/** Reads `questions.json` and every page below `pages/`. */
export function readDocumentationSet(folder: string): DocumentationSet {
  const file = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as SetFile;
  const paths = markdownBelow(join(folder, 'pages'));
  const pages = paths.map((path) => ({ path, text: readFileSync(join(folder, 'pages', path), 'utf8') }));
  return { name: file.name, pages, cases: casesOf(file), proofs: proofsOf(file) };
}

function casesOf({ questions, unanswerable, off_topic, social }: SetFile): Case[] {
  const chains = new Map(questions.map((question) => [question.id, leadingTo(question, questions)]));
  const firstOf = (id: string): string => chains.get(id)?.[0]?.id ?? id;
  const answerable = questions.map((question) => {
    const before = (chains.get(question.id) ?? []).map((earlier) => earlier.question);
    return { ...question, group: 'questions' as const, before, expectation: expectationOf(question) };
  });
  const groups = [
    answerable,
    unanswerable.map((question) => ({ ...question, group: 'unanswerable' as const, expectation: REFUSED })),
    off_topic.map((question) => ({ ...question, group: 'off_topic' as const, expectation: REFUSED })),
    social.map((question) => ({ ...question, group: 'social' as const, expectation: { expect: question.expect } })),
  ];
  return groups.flatMap((group) => {
    const ids = group.map(({ id }) => id);
    const firsts = [...new Set(ids.map(firstOf))];
    const aside = setAside(firsts.map((first) => ({ first, ids: ids.filter((id) => firstOf(id) === first) })));
    return group.map((one): Case => ({ ...OTHER, ...one, part: aside.has(one.id) ? 'aside' : 'kept' }));
  });
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

function expectationOf({ accept, files }: Answerable): Expectation {
  return { expect: 'answered', accept, sources: files };
}

/** The questions before it in its conversation; a follow-up may follow on a follow-up. */
function leadingTo({ id, after }: Answerable, questions: readonly Answerable[]): Answerable[] {
  if (after === undefined) return [];
  const at = questions.findIndex((question) => question.id === after);
  const earlier = questions[at];
  if (!earlier) throw new Error(`${id} follows on ${after}, which is not an earlier question`);
  return [...leadingTo(earlier, questions.slice(0, at)), earlier];
}

/** A third of each group, by hashes of their ids, so that the order of the questions has no influence. */
function setAside(chains: readonly { first: string; ids: readonly string[] }[]): Set<string> {
  const wanted = chains.flatMap(({ ids }) => ids).length / ASIDE_OF;
  const aside = new Set<string>();
  for (const { ids } of chains.toSorted((a, b) => hash(a.first) - hash(b.first))) {
    if (aside.size + ids.length <= wanted) for (const id of ids) aside.add(id);
  }
  return aside;
}

function hash(id: string): number {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6);
}

function markdownBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.mdx?$/.test(file))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
}
