import { ManagementServer } from '../../src/health/management-server';
import type { Parley } from './parley';

/** What a process says of itself at the port of its management. */
export class Scrape {
  private constructor(readonly text: string) {}

  /** `parley` needs `MANAGEMENT_PORT: '0'`. */
  static of(parley: Parley): Promise<Scrape> {
    return Scrape.at(parley.get(ManagementServer).port);
  }

  static async at(port: number): Promise<Scrape> {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    return new Scrape(await response.text());
  }

  /** Names of the families with their types. */
  get families(): Map<string, string> {
    return new Map([...this.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  }

  /** Null where there is no such sample. `labels` in any order. */
  value(name: string, labels: Record<string, string> = {}): number | null {
    for (const [, sample, present = '', value] of this.text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)) {
      const wanted = Object.entries(labels).every(([label, text]) => present.split(',').includes(`${label}="${text}"`));
      if (sample === name && wanted) return Number(value);
    }
    return null;
  }

  get samples(): { name: string; labels: Record<string, string> }[] {
    return [...this.text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name, labels = '']) => ({
      name: name!,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!])),
    }));
  }

  /** Every value that a label of our own families has. */
  values(label: string): string[] {
    const lines = this.text.split('\n').filter((line) => line.startsWith('parley_'));
    return lines.flatMap((line) =>
      [...line.matchAll(/(\w+)="([^"]*)"/g)].flatMap(([, name, value]) => (name === label ? [value!] : [])),
    );
  }
}

/** How much more there is of a sample after `work`. */
export async function growth(
  parley: Parley,
  work: () => Promise<unknown>,
): Promise<(name: string, labels: Record<string, string>) => number> {
  const before = await Scrape.of(parley);
  await work();
  const after = await Scrape.of(parley);
  return (name, labels) => (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
}
