import { Scrape } from './scrape';

/** Minutes for which things are well, go wrong, and are well again. */
export interface Minutes {
  well: number;
  wrong: number;
  wellAgain: number;
}

/** Scrapes of one process, in the order in which they were made. */
export interface Recording {
  start: Scrape;
  /** After what is usual has happened once more. */
  well: Scrape;
  /** After the trouble. */
  wrong: Scrape;
  wellAgain: Scrape;
}

interface Series {
  series: string;
  values: string;
}

/**
 * What Prometheus would have scraped, once a minute: of gauges what was recorded, for as long as it lasts; counters grow each
 * minute by as much as they grew while it was recorded. Samples that are gone are stale, as Prometheus has it.
 */
export function seriesOf(recording: Recording, families: ReadonlySet<string>, minutes: Minutes): Series[] {
  const [start, well, wrong, wellAgain] = [recording.start, recording.well, recording.wrong, recording.wellAgain].map(
    (scrape) => samplesOf(scrape, families),
  ) as [Samples, Samples, Samples, Samples];
  const names = new Set([well, wrong, wellAgain].flatMap((samples) => [...samples.keys()]));
  return [...names].map((name) => {
    const counts = /_(?:total|count|sum|bucket)\{/.test(name);
    const phases: [Samples, Samples, number][] = [
      [start, well, minutes.well],
      [well, wrong, minutes.wrong],
      // What is usual goes on as before.
      [start, well, minutes.wellAgain],
    ];
    const values: (number | null)[] = [];
    let count = well.get(name) ?? null;
    for (const [index, [before, after, length]] of phases.entries()) {
      const gauge = (index === 2 ? wellAgain : after).get(name) ?? null;
      const grows = after.has(name) ? after.get(name)! - (before.get(name) ?? 0) : 0;
      for (let minute = 0; minute < length; minute += 1) {
        if (index === 1 && count === null && after.has(name)) count = 0;
        if (count !== null) count += grows;
        values.push(counts ? count : gauge);
      }
    }
    return { series: name, values: notation(values) };
  });
}

type Samples = ReadonlyMap<string, number>;

/** By name and labels, with those that Prometheus adds. */
function samplesOf({ text }: Scrape, families: ReadonlySet<string>): Samples {
  const lines = text.matchAll(/^([a-zA-Z_0-9]+)(?:\{(.*)\})? (\S+)$/gm);
  return new Map(
    [...lines]
      .filter(([, name]) => families.has(name!))
      .map(([, name, labels, value]) => [
        `${name}{${labels ? `${labels},` : ''}instance="10.0.0.1:9464",job="parley"}`,
        Number(value),
      ]),
  );
}

function notation(values: readonly (number | null)[]): string {
  const texts = values.map((value, index) => {
    if (value !== null) return Number.isNaN(value) ? 'NaN' : String(value);
    return index > 0 && values[index - 1] !== null ? 'stale' : '_';
  });
  return texts.join(' ');
}
