import type { AnswersClient } from '../answers.client';
import type { AnswerSet } from './answer-set.types';
import { askCases } from './ask-cases';
import type { Measured } from './bench-sets';

/** Loads the pages of a set into a new agent and asks its questions. */
export async function measureSet(client: AnswersClient, { pages, cases }: AnswerSet): Promise<Measured> {
  const started = performance.now();
  const sources = await client.load(pages.map(({ path, text }) => ({ name: path, text, format: 'markdown' })));
  const loadingSeconds = (performance.now() - started) / 1000;
  const pathOf = new Map(sources.map((source, index) => [source, pages[index]?.path ?? '']));
  return { outcomes: await askCases(client, cases, pathOf), loadingSeconds };
}
