import { writeFileSync } from 'node:fs';
import { accepts } from '../../../src/knowledge-tests/answer-judge';
import type { AnswersClient } from '../answers.client';
import type { AnswersOptions } from '../options';
import { askCases, type CaseOutcome } from './ask-cases';
import { type DocumentationSet, readDocumentationSet } from './documentation-set';
import { report } from './report';

/** Measures a folder and prints its figures. Returns the path of the file that they are written to. */
export async function benchDocs(
  { path, part, failures }: AnswersOptions,
  connect: () => Promise<AnswersClient>,
  circumstances: Readonly<Record<string, string>>,
): Promise<string> {
  const set = readDocumentationSet(path);
  ensureProven(set);
  const client = await connect();
  const loading = performance.now();
  const sources = await client.load(
    set.pages.map((page) => ({ name: page.path, text: page.text, format: 'markdown' })),
  );
  const loaded = performance.now();
  const pathOf = new Map(sources.map((source, index) => [source, set.pages[index]?.path ?? '']));
  const cases = set.cases.filter((one) => part === undefined || one.part === part);
  const outcomes = await askCases(client, cases, pathOf);
  if (failures !== undefined) writeFileSync(failures, outcomes.filter(isFailure).map(failureLine).join(''));
  return report(outcomes, {
    set: set.name,
    pages: set.pages.length,
    questions: cases.length,
    proofs: set.proofs.length,
    ...circumstances,
    'seconds of loading': Math.round((loaded - loading) / 1000),
    'seconds of asking': Math.round((performance.now() - loaded) / 1000),
  });
}

/** A judge that is wrong about known texts would also be wrong about answers. */
function ensureProven({ proofs }: DocumentationSet): void {
  for (const { id, expectation, right, wrong } of proofs) {
    const accept = expectation.expect === 'answered' ? expectation.accept : [];
    const misjudged = [
      ...right.filter((text) => !accepts(accept, text)),
      ...wrong.filter((text) => accepts(accept, text)),
    ];
    if (misjudged.length > 0) throw new Error(`${id}: the judge is wrong about ${JSON.stringify(misjudged)}`);
  }
}

function isFailure({ verdict, of, citesExpected, markup }: CaseOutcome): boolean {
  return verdict !== 'right' || markup.length > 0 || (of.group === 'questions' && !citesExpected);
}

function failureLine({ of, verdict, citesExpected, markup, actual, answer }: CaseOutcome): string {
  const { id, group, kind, part, before, question, expectation } = of;
  const citations = answer.citations.map(({ quote, start, end }, index) => {
    return { source: actual.cited[index], start, end, quote };
  });
  const { outcome, content } = actual;
  const failure = { id, group, kind, part, verdict, citesExpected, markup, before, question, outcome, content };
  return `${JSON.stringify({ ...failure, citations, expectation })}\n`;
}
