import { VERDICTS } from '../../../src/knowledge-tests/answer-judge';
import { table } from '../../support/table';
import { writeResults } from '../results';
import type { CaseOutcome } from './ask-cases';
import { byKind, type Figure, figures } from './figures';

interface Column {
  name: string;
  outcomes: readonly CaseOutcome[];
}

/**
 * Prints the figures of all questions, of each language and of each set, and writes them to bench/results. Returns the path of that
 * file.
 */
export function report(
  outcomes: readonly CaseOutcome[],
  circumstances: Readonly<Record<string, string | number>>,
): string {
  for (const [name, value] of Object.entries(circumstances)) console.log(`${name}: ${value}`);
  const languages = columnsBy(outcomes, ({ of }) => of.language);
  const columns = [{ name: 'all', outcomes }, ...(languages.length > 1 ? languages : [])];
  console.log(`\n${table(['figure', ...columns.map(({ name }) => name)], figureRows(columns))}`);

  const kindRows = byKind(outcomes).map(({ kind, outcomes: alike }) => [kind, ...counted(alike)]);
  console.log(`\n${table(['kind', ...VERDICTS, 'n'], kindRows)}`);

  const sets = columnsBy(outcomes, ({ of }) => of.set);
  const setRows = sets.map(({ name, outcomes: of }) => [
    name,
    ...counted(of.filter((one) => one.of.group === 'questions')),
  ]);
  if (sets.length > 1) console.log(`\n${table(['set', ...VERDICTS, 'n'], setRows)}`);

  return writeResults({
    circumstances,
    columns: columns.map(({ name, outcomes: of }) => ({ name, figures: figures(of) })),
    byKind: byKind(outcomes).map(({ kind, outcomes: alike }) => ({ kind, ...countsOf(alike), n: alike.length })),
  });
}

function columnsBy(outcomes: readonly CaseOutcome[], of: (outcome: CaseOutcome) => string): Column[] {
  const names = [...new Set(outcomes.map(of))].sort();
  return names.map((name) => ({ name, outcomes: outcomes.filter((outcome) => of(outcome) === name) }));
}

function figureRows(columns: readonly Column[]): string[][] {
  const all = columns.map(({ outcomes }) => figures(outcomes));
  return (all[0] ?? []).map(({ name }, row) => [name, ...all.map((of) => shown(of[row]))]);
}

/** With the 95 % interval of a share. */
function shown(figure: Figure | undefined): string {
  if (!figure || figure.value === null) return '–';
  const { value, unit, n, interval } = figure;
  if (unit === 'number') return String(value);
  const [lowest, highest] = (interval ?? []).map((end) => (100 * end).toFixed(0));
  return `${(100 * value).toFixed(1)} % of ${n} (${lowest}–${highest})`;
}

function counted(outcomes: readonly CaseOutcome[]): string[] {
  const counts = countsOf(outcomes);
  return [...VERDICTS.map((verdict) => String(counts[verdict])), String(outcomes.length)];
}

function countsOf(outcomes: readonly CaseOutcome[]): Record<(typeof VERDICTS)[number], number> {
  const count = (verdict: string): number => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return { right: count('right'), wrong: count('wrong'), missing: count('missing') };
}
