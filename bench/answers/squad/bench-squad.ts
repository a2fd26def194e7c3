import type { AnswersClient } from '../answers.client';
import type { AnswersOptions } from '../options';
import { readQuestions } from './questions';
import { report } from './report';
import { runAnswers } from './run';

/** Measures a file and prints its figures. Returns the path of the file that they are written to. */
export async function benchSquad(
  { path }: AnswersOptions,
  connect: () => Promise<AnswersClient>,
  circumstances: Readonly<Record<string, string>>,
): Promise<string> {
  const material = readQuestions(path);
  const started = performance.now();
  const measured = await runAnswers(material, connect);
  return report(measured, {
    articles: new Set(material.passages.map(({ article }) => article)).size,
    passages: material.passages.length,
    questions: material.questions.length,
    ...circumstances,
    seconds: Math.round((performance.now() - started) / 1000),
  });
}
