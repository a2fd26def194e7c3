import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { MetricsPool } from '../common/database/metrics-pool';
import { Queues } from '../common/jobs/queues';
import { KeptEvents } from '../events/kept-events.service';
import { type LookedAt, MetricsService } from '../metrics/metrics.service';
import { COUNT_WEBHOOKS, LIST_FURTHEST_BEHIND } from './webhook-gauges.sql';
import { WEBHOOK_STATES } from './webhook.types';

/** An active webhook's deliveries: those of others wait for a probe or for an admin. */
const OF_ACTIVE = `EXISTS (
  SELECT FROM webhooks w WHERE w.workspace_id = webhook_deliveries.workspace_id AND w.id = webhook_id AND w.state = 'active')`;

/** The state of webhooks in the database. Every process reports the same numbers. */
@Injectable()
export class WebhookGauges implements LookedAt {
  readonly registry = new Registry();
  readonly what = 'the state of webhooks';
  private readonly registers = [this.registry];
  private readonly webhooks = new Gauge({
    name: 'parley_webhooks',
    help: 'Webhooks by state.',
    labelNames: ['state'],
    registers: this.registers,
  });
  private readonly lag = new Gauge({
    name: 'parley_webhook_lag_seconds',
    help: 'Age of the oldest event that an active webhook has neither sent nor parked.',
    registers: this.registers,
  });
  constructor(
    private readonly pool: MetricsPool,
    private readonly kept: KeptEvents,
    queues: Queues,
    metrics: MetricsService,
  ) {
    queues.register({
      queue: 'webhook_deliveries',
      table: 'webhook_deliveries',
      states: {
        waiting: { where: `next_attempt_at <= now() AND ${OF_ACTIVE}`, since: 'next_attempt_at' },
        later: { where: `next_attempt_at > now()` },
      },
    });
    metrics.register(this);
  }

  async look(): Promise<void> {
    const counts = await this.pool.query<{ state: string; count: number }>(COUNT_WEBHOOKS);
    const byState = new Map(counts.map(({ state, count }) => [state, count]));
    for (const state of WEBHOOK_STATES) this.webhooks.set({ state }, byState.get(state) ?? 0);
    this.lag.set(await this.longestLag());
  }

  forget(): void {
    this.registry.resetMetrics();
  }

  private async longestLag(): Promise<number> {
    const behind = await this.pool.query<{
      workspaceId: string;
      transactionId: string;
      number: string;
      at: Date;
      now: Date;
    }>(LIST_FURTHEST_BEHIND);
    const firsts = await this.kept.listFirstAfter(
      behind.map(({ workspaceId, transactionId, number, at }) => ({
        workspaceId,
        position: { transactionId, id: number, at },
      })),
    );
    const ages = firsts.map((at, place) => (at ? behind[place]!.now.getTime() - at.getTime() : 0));
    return Math.max(0, ...ages) / 1_000;
  }
}
