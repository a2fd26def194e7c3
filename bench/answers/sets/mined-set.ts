import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type AnswerSet, type Case, REFUSED } from './answer-set.types';

interface MinedQuestion {
  id: string;
  question: string;
  page: string;
  answer: string;
  start: number;
  end: number;
  kind: string;
  topic?: string;
}
interface MinedFile {
  id: string;
  split: string;
  language: string;
  questions: MinedQuestion[];
}
type Pages = Readonly<Record<string, string>>;
type WithTopics = (file: MinedFile, pages: Pages) => { pages: Pages; questions: MinedQuestion[] };

interface Mined extends MinedFile {
  pages: Pages;
}

export interface MinedOptions {
  /** Only the sets of this split. */
  split: string | undefined;
  /** Leaves the headings of the answers empty, as the sets store them. */
  bare: boolean;
  /** Short agents: a few questions of a set, each a heading with its answer below. */
  small: boolean;
}

/** Questions of another set of the same language, which a set is to refuse. */
const FOREIGN = 20;
/** Entries of a short agent. Half as many questions of the same product then have no answer. */
const ENTRIES = 12;

/** Reads the sets in `sets/`. `topics.cjs` of the folder gives the answers their headings. */
export function readMinedSets(folder: string, { split, bare, small }: MinedOptions): AnswerSet[] {
  const topics = join(resolve(folder), 'topics.cjs');
  const withTopics: WithTopics =
    bare || !existsSync(topics)
      ? ({ questions }, pages) => ({ pages, questions })
      : (createRequire(topics)(topics) as { withTopics: WithTopics }).withTopics;
  const names = readdirSync(join(folder, 'sets')).filter((name) => /^[^.]+\.json$/.test(name));
  const mined = names.flatMap((name): Mined[] => {
    const file = read<MinedFile>(join(folder, 'sets', name));
    if (split !== undefined && file.split !== split) return [];
    const pages = read<Pages>(join(folder, 'sets', name.replace('.json', '.pages.json')));
    return [{ ...file, ...withTopics(file, pages) }];
  });
  return mined.map((set) => {
    const alike = mined.filter(({ language }) => language === set.language);
    const next = alike[(alike.indexOf(set) + 1) % alike.length];
    const foreign = next === set ? [] : everyNth(next!.questions, Math.ceil(next!.questions.length / FOREIGN));
    return small ? smallSet(set, foreign) : wholeSet(set, foreign);
  });
}

function wholeSet(set: Mined, foreign: readonly MinedQuestion[]): AnswerSet {
  const questions = set.questions.map((question): Case => {
    const { page, start, end } = question;
    return {
      ...refused(set, 'questions', question),
      ...answeredBy(page),
      section: { page, start, text: set.pages[page]!.slice(start, end) },
    };
  });
  const pages = Object.entries(set.pages).map(([path, text]) => ({ path, text }));
  return {
    name: set.id,
    pages,
    cases: [...questions, ...foreign.map((of) => refused(set, 'off_topic', of))],
    proofs: [],
  };
}

function smallSet(set: Mined, foreign: readonly MinedQuestion[]): AnswerSet {
  const some = everyNth(set.questions, Math.max(1, Math.floor(set.questions.length / ENTRIES)));
  const entries = some.slice(0, ENTRIES);
  const path = 'questions.md';
  let text = '';
  const questions = entries.map((question): Case => {
    text += `## ${question.topic ?? '…'}\n\n`;
    const section = { page: path, start: text.length, text: question.answer };
    text += `${question.answer}\n\n`;
    return { ...refused(set, 'questions', question), ...answeredBy(path), section };
  });
  const others = set.questions.filter((question) => !entries.includes(question));
  const left = everyNth(others, Math.max(1, Math.floor(others.length / (ENTRIES / 2)))).slice(0, ENTRIES / 2);
  return {
    name: set.id,
    pages: [{ path, text }],
    cases: [
      ...questions,
      ...left.map((of) => refused(set, 'unanswerable', of)),
      ...foreign.slice(0, ENTRIES / 2).map((of) => refused(set, 'off_topic', of)),
    ],
    proofs: [],
  };
}

function answeredBy(page: string): Pick<Case, 'expectation'> {
  return { expectation: { expect: 'answered', accept: [], sources: [page] } };
}

function refused({ id: set, language }: Mined, group: Case['group'], { id, question, kind }: MinedQuestion): Case {
  return { id, set, language, group, kind, question, before: [], typo: false, expectation: REFUSED, section: null };
}

function everyNth<T>(items: readonly T[], n: number): T[] {
  return items.filter((_, index) => index % Math.max(1, n) === 0);
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
