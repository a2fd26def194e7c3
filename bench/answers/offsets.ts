import type { AnswersClient, ChatAnswer } from './answers.client';

/** Whether the source's text from `start` to `end` is the quote, for each citation. */
export function exactOffsets(client: AnswersClient, { citations }: ChatAnswer): Promise<boolean[]> {
  return Promise.all(
    citations.map(async ({ source, quote, start, end }) => (await client.text(source)).slice(start, end) === quote),
  );
}
