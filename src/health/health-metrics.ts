import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import { type LookedAt, MetricsService } from '../metrics/metrics.service';
import { Liveness } from './liveness';
import { Readiness } from './readiness';

/** The health checks of this process as metrics. */
@Injectable()
export class HealthMetrics implements LookedAt {
  readonly registry = new Registry();
  readonly what = 'health';
  /** Whether this process serves the API, or did before it began to shut down. */
  private isApi = false;
  private readonly ready = new Gauge({
    name: 'parley_ready',
    help: 'Whether the process is ready: 1, or 0 if its database, its schema or its shutdown prevents that.',
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
      help: 'Whether all background work makes progress: 1, or 0 if some of it is stuck.',
      registers: [this.registry],
      collect() {
        this.set(Number(isLive()));
      },
    });
    metrics.register(this);
  }

  async look(): Promise<void> {
    this.publish(
      await this.readiness.check().then(
        () => 1,
        () => 0,
      ),
    );
  }

  forget(): void {
    this.publish(0);
  }

  private publish(isReady: 0 | 1): void {
    this.isApi ||= (this.http.httpAdapter.getHttpServer() as Server).listening;
    // Until it listens, a process of the API looks like a worker.
    this.ready.reset();
    this.ready.set({ process: this.isApi ? 'api' : 'worker' }, isReady);
  }
}
