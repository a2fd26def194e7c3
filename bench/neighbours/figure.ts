import { quantile } from '../support/interleaved';
import type { CaseFigures } from '../support/report';

/** Largest acceptable ratio of p99 beside hostile work to p99 of an idle service. */
const GOAL = 3;

/** The times of a neighbor, by round. */
export interface Taken {
  idle: number[][];
  busy: number[][];
}

export function figure(name: string, work: string, { idle, busy }: Taken): CaseFigures {
  const [of, to] = [busy.flat(), idle.flat()].map((times) => times.sort((a, b) => a - b)) as [number[], number[]];
  const ratios = busy.map((times, round) => p99(times) / p99(idle[round]!));
  return {
    name,
    n: Math.min(of.length, to.length),
    of: work,
    p50: quantile(of, 0.5),
    p99: quantile(of, 0.99),
    to: 'idle',
    toP50: quantile(to, 0.5),
    toP99: quantile(to, 0.99),
    ratio: quantile(of, 0.99) / quantile(to, 0.99),
    goal: GOAL,
    note: `of p99; rounds ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; slowest ${of.at(-1)?.toFixed(0)} ms`,
  };
}

function p99(times: readonly number[]): number {
  return quantile(
    [...times].sort((a, b) => a - b),
    0.99,
  );
}
