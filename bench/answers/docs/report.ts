import { VERDICTS } from '../../../src/knowledge-tests/answer-judge';
import { table } from '../../support/table';
import { type Part, PARTS } from '../options';
import { writeResults } from '../results';
import type { CaseOutcome } from './ask-cases';
import { byKind, type Figure, figures } from './figures';

interface PartOutcomes {
  name: Part | 'all';
  outcomes: readonly CaseOutcome[];
}

/**
 * Prints the figures of all questions and of each part, and writes them to bench/results. Returns the path of that
 * file.
 */
export function report(
  outcomes: readonly CaseOutcome[],
  circumstances: Readonly<Record<string, string | number>>,
): string {
  const partsWithOutcomes = PARTS.map((part) => ({
    name: part,
    outcomes: outcomes.filter(({ of }) => of.part === part),
  })).filter((part) => part.outcomes.length > 0);
  const parts: PartOutcomes[] =
    partsWithOutcomes.length > 1 ? [{ name: 'all', outcomes }, ...partsWithOutcomes] : partsWithOutcomes;
  for (const [name, value] of Object.entries(circumstances)) console.log(`${name}: ${value}`);

  const columns = parts.map((part) => figures(part.outcomes));
  const names = columns[0]?.map(({ name }) => name) ?? [];
  const rows = names.map((name, row) => [name, ...columns.map((column) => shown(column[row]))]);
  console.log(`\n${table(['figure', ...parts.map(({ name }) => name)], rows)}`);

  const kinds = parts.map((part) => new Map(byKind(part.outcomes).map(({ kind, outcomes: of }) => [kind, of])));
  const kindRows = [...(kinds[0]?.keys() ?? [])].map((kind) => [kind, ...kinds.map((of) => counted(of.get(kind)))]);
  const heads = parts.map(({ name }) => `${name}: ${VERDICTS.join(', ')}, n`);
  console.log(`\n${table(['kind', ...heads], kindRows)}`);

  return writeResults({
    circumstances,
    parts: parts.map(({ name, outcomes: of }, index) => ({
      part: name,
      figures: columns[index],
      byKind: byKind(of).map(({ kind, outcomes: alike }) => ({ kind, ...countsOf(alike), n: alike.length })),
    })),
  });
}

function shown(figure: Figure | undefined): string {
  if (!figure || figure.value === null) return '–';
  const { value, unit, n } = figure;
  return unit === 'share' ? `${(100 * value).toFixed(1)} % of ${n}` : String(value);
}

function counted(outcomes: readonly CaseOutcome[] = []): string {
  const counts = countsOf(outcomes);
  return outcomes.length === 0 ? '–' : `${VERDICTS.map((verdict) => counts[verdict]).join(', ')} of ${outcomes.length}`;
}

function countsOf(outcomes: readonly CaseOutcome[]): Record<(typeof VERDICTS)[number], number> {
  const count = (verdict: string): number => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return { right: count('right'), wrong: count('wrong'), missing: count('missing') };
}
