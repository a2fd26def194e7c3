import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import { type LookedAt, MetricsService } from '../metrics/metrics.service';
import { Liveness } from './liveness';
import { Readiness } from './readiness';

/** What the orchestrator is told of this process, for those who are not the orchestrator. */
@Injectable()
export class HealthMetrics implements LookedAt {
  readonly registry = new Registry();
  /** Whether the API has been served, by now or ever: while the process ends, it is not any more. */
  private isApi = false;
  private readonly ready = new Gauge({
    name: 'parley_ready',
    help: 'Whether the process is ready: 1, or 0 where the database, its schema or the end of the process keep it from that.',
    labelNames: ['process'] as const,
    registers: [this.registry],
  });

  constructor(
    private readonly readiness: Readiness,
    private readonly liveness: Liveness,
    private readonly http: HttpAdapterHost,
    metrics: MetricsService,
  ) {
    const isLive = (): boolean => this.liveness.isLive;
    new Gauge({
      name: 'parley_live',
      help: 'Whether all background work gets on: 1, or 0 where some of it hangs.',
      registers: [this.registry],
      collect() {
        this.set(Number(isLive()));
      },
    });
    metrics.register(this);
  }

  async look(): Promise<void> {
    this.tell(
      await this.readiness.check().then(
        () => 1,
        () => 0,
      ),
    );
  }

  forget(): void {
    this.tell(0);
  }

  private tell(isReady: 0 | 1): void {
    this.isApi ||= (this.http.httpAdapter.getHttpServer() as Server).listening;
    // It may have been a worker a moment ago, before it listened.
    this.ready.reset();
    this.ready.set({ process: this.isApi ? 'api' : 'worker' }, isReady);
  }
}
