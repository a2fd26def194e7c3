import { sentences } from '../../src/common/text/sentences';
import { AnswersClient, ChatAnswer } from './answers.client';
import { Passage, Question } from './questions';

/** What one question came to. */
export interface Outcome {
  readonly question: Question;
  readonly foundFirst: boolean;
  readonly foundAmongFive: boolean;
  readonly answered: boolean;
  /** A right answer's text is inside a quote of at most two sentences. */
  readonly answerQuoted: boolean;
  readonly quoteSentences: readonly number[];
  readonly offsets: readonly boolean[];
}

/** Loads passages, each as a source named by its article, asks the questions and compares. */
export async function measure(
  client: AnswersClient,
  passages: readonly Passage[],
  questions: readonly Question[],
): Promise<Outcome[]> {
  const texts = new Map<string, string>();
  const sourceOf = new Map<Passage, string>();
  for (const passage of passages) {
    const source = await client.addSource(passage.article, passage.text);
    texts.set(source, passage.text);
    sourceOf.set(passage, source);
  }
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const passage = passages[question.passage];
    const right = passage && passage.article === question.article ? sourceOf.get(passage) : undefined;
    const found = await client.search(question.text, 5);
    outcomes.push(outcome(question, right, found.map(({ source }) => source), await client.ask(question.text), texts)); // prettier-ignore
  }
  return outcomes;
}

function outcome(
  question: Question,
  right: string | undefined,
  found: readonly string[],
  { outcome: result, citations }: ChatAnswer,
  texts: ReadonlyMap<string, string>,
): Outcome {
  const quoteSentences = citations.map(({ quote }) => sentences(quote).length);
  return {
    question,
    foundFirst: right !== undefined && found[0] === right,
    foundAmongFive: right !== undefined && found.includes(right),
    answered: result === 'answered',
    answerQuoted: citations.some(
      ({ quote }, index) =>
        (quoteSentences[index] ?? 0) <= 2 && question.answers.some((answer) => quote.includes(answer)),
    ),
    quoteSentences,
    offsets: citations.map(({ source, quote, start, end }) => texts.get(source)?.slice(start, end) === quote),
  };
}
