import { AnswersClient } from './answers.client';
import { Figure, figures } from './figures';
import { measure, Outcome } from './measure';
import { readQuestions } from './questions';

/**
 * Measures answers on a file in SQuAD 2.0's format and returns the figures. `connect` gives a new, empty agent: one for
 * all articles together, and one per article for its questions to an agent that knows only the others.
 */
export async function runAnswers(file: string, connect: () => Promise<AnswersClient>): Promise<Figure[]> {
  const { passages, questions } = readQuestions(file);
  const loaded = await withAgent(connect, (client) => measure(client, passages, questions));
  const foreign: Outcome[] = [];
  for (const article of new Set(questions.map((question) => question.article))) {
    const kept = passages.filter((passage) => passage.article !== article);
    const asked = questions.filter((question) => question.article === article);
    foreign.push(...(await withAgent(connect, (client) => measure(client, kept, asked))));
  }
  return figures(loaded, foreign);
}

async function withAgent<T>(
  connect: () => Promise<AnswersClient>,
  work: (client: AnswersClient) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
