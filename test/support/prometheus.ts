import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports';

const PATIENCE_MS = 60_000;

/** Debian's Prometheus, which scrapes one address each second. */
export class Prometheus {
  private constructor(
    private readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async scraping(target: string, job: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-prometheus-'));
    const jobs = [
      { job_name: job, scrape_interval: '1s', scrape_timeout: '1s', static_configs: [{ targets: [target] }] },
    ];
    writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify({ scrape_configs: jobs }));
    const address = `127.0.0.1:${await freePort()}`;
    const options = [
      `--config.file=${folder}/prometheus.yaml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ];
    return new Prometheus(`http://${address}`, spawn('prometheus', options, { stdio: 'ignore' }), folder);
  }

  /** What the expression gives, as soon as it gives this value; its series, as the expression of a test names it. */
  async until(expr: string, value: string): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const [found] = await this.query(expr);
      if (found?.value[1] === value) return nameOf(found.metric);
      if (Date.now() > deadline) throw new Error(`${expr} was never ${value}`);
      await pause(100);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
    rmSync(this.folder, { recursive: true });
  }

  private async query(expr: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> {
    try {
      const response = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(expr)}`);
      return ((await response.json()) as { data: { result: never[] } }).data.result;
    } catch {
      // It has not begun to listen.
      return [];
    }
  }
}

function nameOf({ __name__: name, ...labels }: Record<string, string>): string {
  return `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;
}
