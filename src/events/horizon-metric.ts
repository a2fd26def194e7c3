import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { type LookedAt, MetricsService } from '../metrics/metrics.service';
import { EventLogRepository } from './event-log.repository';

/** How far readers of events are behind: a transaction that stays open holds them back in all workspaces. */
@Injectable()
export class HorizonMetric implements LookedAt {
  readonly registry = new Registry();
  readonly what = 'the horizon of events';
  private readonly age = new Gauge({
    name: 'parley_event_horizon_age_seconds',
    help: 'Seconds since the oldest transaction that writes has begun. Events of later ones wait for it. 0 if there is none.',
    registers: [this.registry],
  });

  constructor(
    private readonly log: EventLogRepository,
    metrics: MetricsService,
  ) {
    metrics.register(this);
  }

  async look(): Promise<void> {
    this.age.set(await this.log.findHorizonAge());
  }

  forget(): void {
    this.age.reset();
  }
}
