import { parseArgs } from 'node:util';

export const PARTS = ['kept', 'aside'] as const;
/** A third of the questions is set aside to check improvements that were made with the others. */
export type Part = (typeof PARTS)[number];

export interface AnswersOptions {
  path: string;
  /** For a folder: only these questions. */
  part: Part | undefined;
  /** For a folder: the file for each wrong or missing answer. */
  failures: string | undefined;
  /** Base URL of a server that computes embeddings, so that passages are also found by meaning. */
  embeddings: string | undefined;
}

const USAGE = `npm run bench -- answers FILE     in the format of SQuAD 2.0
npm run bench -- answers FOLDER   with pages/ and questions.json
  --part kept|aside   only these questions: a third of them is set aside
  --failures FILE     writes each wrong or missing answer as a line of JSON
  --embeddings URL    finds passages by meaning, too, by the server with this base URL`;

export function readAnswersOptions(argv: readonly string[]): AnswersOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { part: { type: 'string' }, failures: { type: 'string' }, embeddings: { type: 'string' } },
  });
  const [path] = positionals;
  const part = PARTS.find((name) => name === values.part);
  if (path === undefined || positionals.length > 1 || part !== values.part) throw new Error(`Usage:\n${USAGE}`);
  return { path, part, failures: values.failures, embeddings: values.embeddings };
}
