import { writeFileSync } from 'node:fs';
import { accepts } from '../../../src/knowledge-tests/answer-judge';
import type { AnswersOptions } from '../options';
import type { AnswerSet } from './answer-set.types';
import type { CaseOutcome } from './ask-cases';
import { readSets } from './read-sets';
import { report } from './report';

/** The outcomes of a set's questions, and the seconds that its pages took. */
export interface Measured {
  outcomes: readonly CaseOutcome[];
  loadingSeconds: number;
}

/** Measures a folder and prints its figures. Returns the path of the file that they are written to. */
export async function benchSets(
  options: AnswersOptions,
  measure: (sets: readonly AnswerSet[]) => Promise<readonly Measured[]>,
  circumstances: Readonly<Record<string, string>>,
): Promise<string> {
  const sets = readSets(options.path, options);
  for (const set of sets) ensureProven(set);
  const started = performance.now();
  const measured = await measure(sets);
  const seconds = (performance.now() - started) / 1000;
  const outcomes = measured.flatMap((of) => of.outcomes);
  if (options.answers !== undefined) writeFileSync(options.answers, outcomes.map(line).join(''));
  return report(outcomes, {
    sets: sets.map(({ name }) => name).join(', '),
    pages: sets.flatMap(({ pages }) => pages).length,
    questions: outcomes.length,
    proofs: sets.flatMap(({ proofs }) => proofs).length,
    ...circumstances,
    'seconds of loading': Math.round(measured.reduce((sum, of) => sum + of.loadingSeconds, 0)),
    seconds: Math.round(seconds),
  });
}

/** A judge that is wrong about known texts would also be wrong about answers. */
function ensureProven({ proofs }: AnswerSet): void {
  for (const { id, expectation, right, wrong } of proofs) {
    const accept = expectation.expect === 'answered' ? expectation.accept : [];
    const misjudged = [
      ...right.filter((text) => !accepts(accept, text)),
      ...wrong.filter((text) => accepts(accept, text)),
    ];
    if (misjudged.length > 0) throw new Error(`${id}: the judge is wrong about ${JSON.stringify(misjudged)}`);
  }
}

function line({ of, verdict, early, focus, citesExpected, markup, actual, answer }: CaseOutcome): string {
  const { id, set, group, kind, before, question, expectation, section } = of;
  const citations = answer.citations.map(({ quote, start, end }, index) => {
    return { source: actual.cited[index], start, end, quote };
  });
  const { outcome, content } = actual;
  const asked = { id, set, group, kind, verdict, early, focus, citesExpected, markup, before, question };
  return `${JSON.stringify({ ...asked, outcome, content, citations, expectation, section })}\n`;
}
