import type autocannon from 'autocannon';
import { load, type Round } from './load';
import { median } from './median';
import type { Options } from './options';

/** A server that takes part, and its requests. */
export interface Contender {
  name: string;
  url: string;
  requests: readonly autocannon.Request[];
}

export interface Measured {
  name: string;
  rounds: readonly Round[];
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
}

const WARM_UP_SECONDS = 2;

/**
 * Loads the contenders in turn, round after round, and starts each round with another one, so that other work on the
 * machine affects all of them. The warm-up is not counted.
 */
export async function compare(
  contenders: readonly Contender[],
  { seconds, rounds, connections }: Options,
): Promise<Measured[]> {
  const taken = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  for (const { url, requests } of contenders) await load(url, { requests, connections, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const { name, url, requests } = contenders[(round + turn) % contenders.length]!;
      taken.get(name)?.push(await load(url, { requests, connections, seconds }));
    }
  }
  return contenders.map(({ name }) => summary(name, taken.get(name) ?? []));
}

/** Median, least and greatest of the rounds' own ratios: each compares two neighbours in time. */
export function ratio(of: Measured, to: Measured): { median: number; least: number; greatest: number } {
  const ratios = of.rounds.map(({ perSecond }, round) => perSecond / (to.rounds[round]?.perSecond ?? NaN));
  return { median: median(ratios), least: Math.min(...ratios), greatest: Math.max(...ratios) };
}

/** Of a contender, by its rounds. */
export function summary(name: string, rounds: readonly Round[]): Measured {
  return {
    name,
    rounds,
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Milliseconds: median(rounds.map((round) => round.p50Milliseconds)),
    p99Milliseconds: median(rounds.map((round) => round.p99Milliseconds)),
  };
}
