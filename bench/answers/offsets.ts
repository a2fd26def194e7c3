import type { AnswersClient, ChatAnswer } from './answers.client';

/** For each citation whether the source's text from `start` to `end` is the quote. */
export function exactOffsets(client: AnswersClient, { citations }: ChatAnswer): Promise<boolean[]> {
  return Promise.all(
    citations.map(async ({ source, quote, start, end }) => (await client.text(source)).slice(start, end) === quote),
  );
}
