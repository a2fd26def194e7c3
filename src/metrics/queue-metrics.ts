import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { type QueueDepth, Queues } from '../common/jobs/queues';
import { type LookedAt, MetricsService } from './metrics.service';

/** The state of the queues in the database. Every process reports the same numbers. */
@Injectable()
export class QueueMetrics implements LookedAt {
  readonly registry = new Registry();
  readonly what = 'queues';
  private readonly registers = [this.registry];
  private readonly up = new Gauge({
    name: 'parley_queue_up',
    help: 'Whether the queues could be read: 1, or 0 if the database does not answer.',
    registers: this.registers,
  });
  private readonly entries = new Gauge({
    name: 'parley_queue_entries',
    help: 'Entries of a queue by state. 10000 means that many or more.',
    labelNames: ['queue', 'state'],
    registers: this.registers,
  });
  private readonly oldest = new Gauge({
    name: 'parley_queue_oldest_seconds',
    help: 'Seconds that the oldest entry of a queue has been in its state. 0 if there is none.',
    labelNames: ['queue', 'state'],
    registers: this.registers,
  });

  constructor(
    private readonly queues: Queues,
    metrics: MetricsService,
  ) {
    metrics.register(this);
  }

  async look(): Promise<void> {
    this.publish(await this.queues.depths());
  }

  private publish(depths: readonly QueueDepth[]): void {
    for (const { queue, state, entries, oldestSeconds } of depths) {
      this.entries.set({ queue, state }, entries);
      if (oldestSeconds !== null) this.oldest.set({ queue, state }, oldestSeconds);
    }
    this.up.set(1);
  }

  forget(): void {
    this.up.set(0);
    this.entries.reset();
    this.oldest.reset();
  }
}
