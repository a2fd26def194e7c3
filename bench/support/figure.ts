import type { CaseFigures } from './report';
import type { Sample } from './interleaved';

export interface Wanted {
  /** The greatest ratio of the medians. */
  goal: number | null;
  note?: string;
}

export function figure(name: string, of: Sample, to: Sample, { goal, note = '' }: Wanted): CaseFigures {
  return {
    name,
    n: Math.min(of.n, to.n),
    of: of.name,
    p50: of.p50,
    p99: of.p99,
    to: to.name,
    toP50: to.p50,
    toP99: to.p99,
    ratio: of.p50 / to.p50,
    goal,
    note,
  };
}
