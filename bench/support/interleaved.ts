/** A participant that does the same as the others, in its own way. */
export interface Contender {
  name: string;
  run: () => Promise<unknown>;
}

export interface Sample {
  name: string;
  n: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface Effort {
  /** Rounds that are not counted. */
  warmUp: number;
  /** Least number of rounds. */
  least: number;
  /** Largest number of rounds. */
  most: number;
  /** No further round starts after this time. */
  milliseconds: number;
}

export const USUAL_EFFORT: Effort = { warmUp: 1, least: 7, most: 100, milliseconds: 3_000 };

/**
 * Runs each participant once in each round, and starts each round with another one, so that all meet the same
 * conditions.
 */
export async function interleaved(contenders: readonly Contender[], effort = USUAL_EFFORT): Promise<Sample[]> {
  const { warmUp, least, most, milliseconds } = effort;
  for (let round = 0; round < warmUp; round++) for (const { run } of contenders) await run();
  const taken = contenders.map((): number[] => []);
  const began = performance.now();
  for (let round = 0; round < most && (round < least || performance.now() - began < milliseconds); round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (round + turn) % contenders.length;
      const started = performance.now();
      await contenders[index]!.run();
      taken[index]!.push(performance.now() - started);
    }
  }
  return contenders.map(({ name }, index) => sampleOf(name, taken[index]!));
}

export function sampleOf(name: string, taken: readonly number[]): Sample {
  const sorted = [...taken].sort((a, b) => a - b);
  return { name, n: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

/** The smallest value that at least `share` of the values do not exceed. The greatest value if there are few. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
