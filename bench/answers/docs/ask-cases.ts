import { judged, type Judgement, type TestedAnswer } from '../../../src/knowledge-tests/answer-judge';
import { type MarkupKind, rawMarkup, simpleMarks } from '../../../src/knowledge-tests/raw-markup';
import type { AnswersClient, ChatAnswer } from '../answers.client';
import { exactOffsets } from '../offsets';
import type { Case } from './documentation-set';

/** The result of one question. */
export interface CaseOutcome extends Judgement {
  of: Case;
  answer: ChatAnswer;
  actual: TestedAnswer;
  markup: readonly MarkupKind[];
  marks: ReturnType<typeof simpleMarks>;
  offsets: readonly boolean[];
  milliseconds: number;
}

/**
 * Asks each question in its own conversation, one after the other, since the duration of a turn is one of the figures.
 */
export async function askCases(
  client: AnswersClient,
  cases: readonly Case[],
  pathOf: ReadonlyMap<string, string>,
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const of of cases) {
    let conversation: string | undefined;
    for (const question of of.before) ({ conversation } = await client.ask(question, conversation));
    const started = performance.now();
    const answer = await client.ask(of.question, conversation);
    const milliseconds = performance.now() - started;
    const { outcome, content } = answer;
    const actual = { outcome, content, cited: answer.citations.map(({ source }) => pathOf.get(source) ?? source) };
    outcomes.push({
      of,
      answer,
      actual,
      ...judged(of.expectation, actual),
      markup: rawMarkup(content),
      marks: simpleMarks(content),
      offsets: await exactOffsets(client, answer),
      milliseconds,
    });
  }
  return outcomes;
}
