import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswersOptions } from '../options';
import { type AnswerSet, GROUPS } from './answer-set.types';
import { readDocumentationSet } from './documentation-set';
import { readMinedSets } from './mined-set';

/** A folder with `questions.json`, one with such folders in it, or one with `sets/`; of its questions every n-th. */
export function readSets(folder: string, options: AnswersOptions): AnswerSet[] {
  const sets = setsIn(folder, options);
  if (sets.length === 0) throw new Error(`${folder} has neither questions.json nor sets`);
  return sets.map((set) => ({ ...set, cases: some(set, options.every) }));
}

function setsIn(folder: string, options: AnswersOptions): AnswerSet[] {
  if (existsSync(join(folder, 'sets'))) return readMinedSets(folder, options);
  if (existsSync(join(folder, 'questions.json'))) return [readDocumentationSet(folder)];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'questions.json')))
    .map(({ name }) => readDocumentationSet(join(folder, name)));
}

/** Every n-th of each group. */
function some({ cases }: AnswerSet, every: number): AnswerSet['cases'] {
  return GROUPS.flatMap((group) =>
    cases.filter((one) => one.group === group).filter((_, index) => index % every === 0),
  );
}
