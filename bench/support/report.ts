import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './compare';
import { ROOT } from './server-process';
import { table } from './table';

export interface Ratio {
  of: string;
  to: string;
  goal: number | null;
  median: number;
  least: number;
  greatest: number;
}

export interface ComparisonFigures {
  title: string;
  measured: readonly Measured[];
  ratios: readonly Ratio[];
}

export interface StartFigures {
  name: string;
  n: number;
  milliseconds: { median: number; least: number; greatest: number };
  residentMegabytes: number;
}

export interface PlanFigures {
  statement: string;
  milliseconds: number;
  buffers: number;
  scans: readonly string[];
}

/** Requests of one kind, one after the other, compared with those of a peer. */
export interface CaseFigures {
  name: string;
  n: number;
  of: string;
  p50: number;
  p99: number;
  to: string;
  toP50: number;
  toP99: number;
  /** Of the medians, unless the note states otherwise. */
  ratio: number;
  /** Largest acceptable ratio. */
  goal: number | null;
  note: string;
}

/** A figure without a comparison. */
export interface PlainFigure {
  name: string;
  value: number;
  unit: string;
  n: number;
  note: string;
}

/** Prints figures as they arrive, and collects them for one JSON file. */
export class Report {
  private readonly comparisons: ComparisonFigures[] = [];
  private starts: readonly StartFigures[] = [];
  private plans: readonly PlanFigures[] = [];
  private readonly caseTables: { title: string; figures: readonly CaseFigures[] }[] = [];
  private readonly plainTables: { title: string; figures: readonly PlainFigure[] }[] = [];

  constructor(private readonly circumstances: Readonly<Record<string, string | number>>) {
    for (const [name, value] of Object.entries(circumstances)) console.log(`${name}: ${value}`);
  }

  comparison(figures: ComparisonFigures): void {
    this.comparisons.push(figures);
    const { title, measured, ratios } = figures;
    print(
      [title, 'per second', 'p50 ms', 'p99 ms', 'n'],
      measured.map(({ name, perSecond, p50Milliseconds, p99Milliseconds, rounds }) => [
        name,
        perSecond.toFixed(0),
        p50Milliseconds.toFixed(1),
        p99Milliseconds.toFixed(1),
        String(rounds.reduce((sum, { requests }) => sum + requests, 0)),
      ]),
    );
    print(
      ['ratio', 'median', 'rounds', 'goal'],
      ratios.map(({ of, to, median, least, greatest, goal }) => [
        `${of} / ${to}`,
        median.toFixed(2),
        `${least.toFixed(2)} to ${greatest.toFixed(2)}`,
        goal === null ? '' : `${goal} ${median >= goal ? 'met' : 'missed'}`,
      ]),
    );
  }

  start(figures: readonly StartFigures[]): void {
    this.starts = figures;
    print(
      ['Start, from spawn to the first 200', 'ms', 'rounds', 'resident MB', 'n'],
      figures.map(({ name, milliseconds: { median, least, greatest }, residentMegabytes, n }) => [
        name,
        median.toFixed(0),
        `${least.toFixed(0)} to ${greatest.toFixed(0)}`,
        residentMegabytes.toFixed(0),
        String(n),
      ]),
    );
  }

  plan(title: string, figures: readonly PlanFigures[]): void {
    this.plans = figures;
    print(
      [title, 'ms', 'pages', 'reads by'],
      figures.map(({ statement, milliseconds, buffers, scans }) => [
        statement,
        milliseconds.toFixed(2),
        String(buffers),
        scans.join(', '),
      ]),
    );
  }

  cases(title: string, figures: readonly CaseFigures[]): void {
    this.caseTables.push({ title, figures });
    print([title, 'of', 'p50', 'p99', 'to', 'p50', 'p99', 'ratio', 'goal', 'n', ''], figures.map(caseRow));
  }

  plain(title: string, figures: readonly PlainFigure[]): void {
    this.plainTables.push({ title, figures });
    print(
      [title, '', 'n', 'unit', ''],
      figures.map(({ name, value, unit, n, note }) => [name, short(value), String(n), unit, note]),
    );
  }

  /** @returns the path of the file */
  write(): string {
    const folder = join(ROOT, 'bench/results');
    mkdirSync(folder, { recursive: true });
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    const file = join(folder, `${stamp}-node-${this.circumstances['node']}.json`);
    const { circumstances, comparisons, starts, plans, caseTables: cases, plainTables: plain } = this;
    writeFileSync(file, `${JSON.stringify({ circumstances, comparisons, starts, plans, cases, plain }, null, 2)}\n`);
    return file;
  }
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`\n${table(head, rows)}`);
}

function caseRow({ name, of, p50, p99, to, toP50, toP99, ratio, goal, n, note }: CaseFigures): string[] {
  const [own, ownRare, other, otherRare] = [p50, p99, toP50, toP99].map(short);
  const wanted = goal === null ? '' : `≤ ${goal} ${ratio <= goal ? 'met' : 'missed'}`;
  return [name, of, own!, ownRare!, to, other!, otherRare!, ratio.toFixed(2), wanted, String(n), note];
}

function short(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}
