import { parseArgs } from 'node:util';
import type { MinedOptions } from './sets/mined-set';

export interface AnswersOptions extends MinedOptions {
  path: string;
  /** Of a folder: every n-th question of each group. */
  every: number;
  /** Of a folder: processes that measure its sets. */
  processes: number;
  /** Of a folder: the file for each answer. */
  answers: string | undefined;
  /** URL of a database that keeps the indexes of sets for the next run. */
  keep: string | undefined;
  /** Base URL of a server that computes embeddings, so that passages are also found by meaning. */
  embeddings: string | undefined;
}

const USAGE = `npm run bench -- answers FILE     in the format of SQuAD 2.0
npm run bench -- answers FOLDER   with pages/ and questions.json, with such folders, or with sets/
  --every N           only every n-th question of each group
  --split NAME        of sets/: only those of this split
  --bare              of sets/: without headings over the answers
  --small             of sets/: a few questions of each as an agent of their own
  --processes N       measures sets in so many processes (1)
  --answers FILE      writes each answer with its verdict as a line of JSON
  --keep URL          keeps the indexes in this database for the next run; drop it if indexing has changed
  --embeddings URL    finds passages by meaning, too, by the server with this base URL; over HTTP`;

export function readAnswersOptions(argv: readonly string[]): AnswersOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      every: { type: 'string', default: '1' },
      split: { type: 'string' },
      bare: { type: 'boolean', default: false },
      small: { type: 'boolean', default: false },
      processes: { type: 'string', default: '1' },
      answers: { type: 'string' },
      keep: { type: 'string' },
      embeddings: { type: 'string' },
    },
  });
  const [path] = positionals;
  const [every, processes] = [Number(values.every), Number(values.processes)];
  const areCounts = [every, processes].every((count) => Number.isInteger(count) && count > 0);
  if (path === undefined || positionals.length > 1 || !areCounts) throw new Error(`Usage:\n${USAGE}`);
  const { split, bare, small, answers, keep, embeddings } = values;
  return { path, every, split, bare, small, processes, answers, keep, embeddings };
}
