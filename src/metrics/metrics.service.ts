import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { logger } from '../common/logging/logger';
import { inTime } from '../common/time/in-time';
import { processMetrics } from '../common/metrics/process-metrics';
import { PoolMetrics } from './pool-metrics';

/** Gauges with the names of counters, which promtool rejects. The same numbers exist without the suffix. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Metrics that need a look at the database, by one statement. */
export interface LookedAt {
  readonly registry: Registry;
  /** For the log: `queues`. */
  readonly what: string;
  /** Where it throws, its values are unknown; the other metrics are still reported. */
  look(): Promise<void>;
  /** Called when the look has failed, or the database has not answered in time. Leaves out the values that are unknown. */
  forget(): void;
}

/** The metrics of this process for Prometheus. docs/metrics.md describes each family. */
@Injectable()
export class MetricsService {
  /** For this long after a look at the database, scrapes cause no other. */
  freshMs = 5_000;
  /** How long a scrape waits for the database. Prometheus itself gives up after ten seconds. */
  patienceMs = 3_000;
  private readonly runtime = new Registry();
  private readonly lookedAt: LookedAt[] = [];
  private readonly pending = new Set<LookedAt>();
  private looked = -Infinity;
  private looking?: Promise<void>;

  constructor(private readonly pools: PoolMetrics) {}

  /** Starts to observe the event loop and the garbage collector, which has a small constant cost. */
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

  /** The metrics in Prometheus' text format. */
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
    // A look that has timed out goes on, and no other one starts beside it.
    this.looking ??= this.lookOnce().finally(() => (this.looking = undefined));
    await inTime(this.looking, this.patienceMs).catch(() => {
      for (const lookedAt of this.pending) lookedAt.forget();
    });
  }

  private async lookOnce(): Promise<void> {
    await Promise.all(
      this.lookedAt.map(async (lookedAt) => {
        this.pending.add(lookedAt);
        await lookedAt.look().catch((error: unknown) => {
          lookedAt.forget();
          logger.warn({ err: error }, `${lookedAt.what} cannot be read`);
        });
        this.pending.delete(lookedAt);
      }),
    );
    this.looked = performance.now();
  }
}
