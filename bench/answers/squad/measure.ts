import { sentences } from '../../../src/language/sentences';
import type { AnswersClient, ChatAnswer } from '../answers.client';
import { inParallel } from '../in-parallel';
import { exactOffsets } from '../offsets';
import type { Question } from './questions';

/** The result of one chat turn. */
export interface Outcome {
  readonly question: Question;
  readonly answered: boolean;
  /** A right answer's text is inside a quote of at most two sentences. */
  readonly answerQuoted: boolean;
  readonly quoteSentences: readonly number[];
  readonly offsets: readonly boolean[];
}

/** Rank of the right passage in a search: 0 is first, -1 is not among five. */
export interface Found {
  readonly question: Question;
  readonly place: number;
}

const AMONG = 5;

/** Asks every question as a chat turn. */
export function askAll(client: AnswersClient, questions: readonly Question[]): Promise<Outcome[]> {
  return inParallel(questions, async (question) => {
    const answer = await client.ask(question.text);
    return { question, ...judged(question, answer), offsets: await exactOffsets(client, answer) };
  });
}

/** Runs every question as a search. `sources` are those of the passages, in the order of the file. */
export function searchAll(
  client: AnswersClient,
  questions: readonly Question[],
  sources: readonly string[],
): Promise<Found[]> {
  return inParallel(questions, async (question) => {
    const found = await client.search(question.text, AMONG);
    return { question, place: found.indexOf(sources[question.passage] ?? '') };
  });
}

function judged({ answers }: Question, { outcome, citations }: ChatAnswer) {
  const quoteSentences = citations.map(({ quote }) => sentences(quote).length);
  const answerQuoted = citations.some(
    ({ quote }, index) => (quoteSentences[index] ?? 0) <= 2 && answers.some((answer) => quote.includes(answer)),
  );
  return { answered: outcome === 'answered', answerQuoted, quoteSentences };
}
