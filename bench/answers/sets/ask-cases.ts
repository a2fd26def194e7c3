import { accepts, judged, type Judgement, type TestedAnswer } from '../../../src/knowledge-tests/answer-judge';
import { plainText } from '../../../src/knowledge-tests/plain-text';
import { type MarkupKind, rawMarkup, simpleMarks } from '../../../src/knowledge-tests/raw-markup';
import type { AnswersClient, ChatAnswer, Citation } from '../answers.client';
import { exactOffsets } from '../offsets';
import type { Case, Section } from './answer-set.types';
import { neededShare } from './needed-share';

/** The characters that a customer reads before anything else. */
export const EARLY = 250;

/** The characters by which a section is found in a source's text. */
const ANCHOR = 60;

/** The result of one question. */
export interface CaseOutcome extends Judgement {
  of: Case;
  answer: ChatAnswer;
  actual: TestedAnswer;
  /** The first {@link EARLY} characters answer. */
  early: boolean;
  /** The share of the shown sentences that the answer needs; null without an answer. */
  focus: number | null;
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
    const citations = answer.citations.map((citation) => ({ ...citation, source: pathOf.get(citation.source) ?? '' }));
    const actual = { outcome, content, cited: citations.map(({ source }) => source) };
    outcomes.push({
      of,
      answer,
      actual,
      ...judgedBy(of, actual, await withPlaces(client, answer.citations, citations, of.section)),
      markup: rawMarkup(content),
      marks: simpleMarks(content),
      offsets: await exactOffsets(client, answer),
      milliseconds,
    });
  }
  return outcomes;
}

type Verdict = Judgement & Pick<CaseOutcome, 'early' | 'focus'>;

interface Placed extends Citation {
  /** Whether it quotes the section that answers. */
  isRight: boolean;
}

/** Where only the section is known, an answer is right that quotes it. `cited` has the ids of sources, `citations` their pages. */
async function withPlaces(
  client: AnswersClient,
  cited: readonly Citation[],
  citations: readonly Citation[],
  section: Section | null,
): Promise<Placed[]> {
  const placed = citations.map(async (citation, index): Promise<Placed> => {
    if (citation.source !== section?.page) return { ...citation, isRight: false };
    const { start, end } = placeIn(await client.text(cited[index]!.source), section);
    return { ...citation, isRight: citation.start < end && citation.end > start };
  });
  return Promise.all(placed);
}

/** Where the section is in the source's text: found by its beginning, at the place that is nearest to that in the page. */
function placeIn(text: string, { start, text: section }: Section): { start: number; end: number } {
  const beginning = section.trimStart().slice(0, ANCHOR);
  let nearest = -Infinity;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (Math.abs(at - start) < Math.abs(nearest - start)) nearest = at;
  }
  const from = nearest === -Infinity ? start : nearest;
  return { start: from, end: from + section.length };
}

function judgedBy({ expectation, section }: Case, actual: TestedAnswer, citations: readonly Placed[]): Verdict {
  const judgement = judged(expectation, actual);
  if (expectation.expect !== 'answered' || judgement.verdict === 'missing') {
    return { ...judgement, early: false, focus: null };
  }
  if (section) return { ...judgement, ...quotedFrom(citations) };
  const { accept } = expectation;
  const early = accepts(accept, plainText(actual.content).slice(0, EARLY));
  return { ...judgement, early, focus: neededShare(accept, actual.content) };
}

function quotedFrom(citations: readonly Placed[]): Pick<Verdict, 'verdict' | 'early' | 'focus'> {
  const length = (of: readonly Citation[]): number => of.reduce((sum, { quote }) => sum + quote.length, 0);
  const first = citations.findIndex(({ isRight }) => isRight);
  const right = citations.filter(({ isRight }) => isRight);
  return {
    verdict: first >= 0 ? 'right' : 'wrong',
    early: first >= 0 && length(citations.slice(0, first)) < EARLY,
    focus: length(right) / Math.max(1, length(citations)),
  };
}
