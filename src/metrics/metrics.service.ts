import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { inTime } from '../common/time/in-time';
import { processMetrics } from '../common/metrics/process-metrics';
import { PoolMetrics } from './pool-metrics';

/** Gauges that are named like counters, which promtool complains about; the same numbers are there without the suffix. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** What has to be looked at in the database, with one statement. */
export interface LookedAt {
  readonly registry: Registry;
  /** Never fails: what is not known is left out, and the rest of the metrics is told all the same. */
  look(): Promise<void>;
  /** The database has not answered in time. */
  forget(): void;
}

/** What Prometheus reads of this process: docs/metrics.md has each family. */
@Injectable()
export class MetricsService {
  /** For so long nobody looks at the database again, however many scrape. */
  freshMs = 5_000;
  /** How long a scrape waits for the database: Prometheus gives up after ten seconds by itself. */
  patienceMs = 3_000;
  private readonly runtime = new Registry();
  private readonly lookedAt: LookedAt[] = [];
  private readonly pending = new Set<LookedAt>();
  private looked = -Infinity;
  private looking?: Promise<void>;

  constructor(private readonly pools: PoolMetrics) {}

  /** Looks at the event loop and the garbage collector from now on, which costs a little all the time. */
  begin(): void {
    collectDefaultMetrics({ register: this.runtime });
    for (const name of MISNAMED) this.runtime.removeSingleMetric(name);
  }

  register(lookedAt: LookedAt): void {
    this.lookedAt.push(lookedAt);
  }

  get contentType(): string {
    return processMetrics.contentType;
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    await this.look();
    this.pools.look();
    const registries = [
      processMetrics,
      this.pools.registry,
      ...this.lookedAt.map(({ registry }) => registry),
      this.runtime,
    ];
    return (await Promise.all(registries.map((registry) => registry.metrics()))).join('\n');
  }

  private async look(): Promise<void> {
    if (performance.now() - this.looked < this.freshMs) return;
    // A look that is waited for no longer goes on, and no other begins beside it.
    this.looking ??= this.lookOnce().finally(() => (this.looking = undefined));
    await inTime(this.looking, this.patienceMs).catch(() => {
      for (const lookedAt of this.pending) lookedAt.forget();
    });
  }

  private async lookOnce(): Promise<void> {
    await Promise.all(
      this.lookedAt.map((lookedAt) => {
        this.pending.add(lookedAt);
        return lookedAt.look().finally(() => this.pending.delete(lookedAt));
      }),
    );
    this.looked = performance.now();
  }
}
