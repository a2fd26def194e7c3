import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { MetricsPool } from '../common/database/metrics-pool';
import { type LookedAt, MetricsService } from '../metrics/metrics.service';
import { UNSEALED_AGE } from './audit-entries.sql';

/** How long entries of the audit log wait to be sealed. Every process reports the same number. */
@Injectable()
export class AuditMetrics implements LookedAt {
  readonly registry = new Registry();
  readonly what = 'the age of unsealed audit entries';
  private readonly unsealed = new Gauge({
    name: 'parley_audit_unsealed_seconds',
    help: 'Seconds that the oldest entry of an audit log has waited to be sealed. 0 if none waits.',
    registers: [this.registry],
  });

  constructor(
    private readonly pool: MetricsPool,
    metrics: MetricsService,
  ) {
    metrics.register(this);
  }

  async look(): Promise<void> {
    const [row] = await this.pool.query<{ seconds: number }>(UNSEALED_AGE);
    this.unsealed.set(Math.max(0, row?.seconds ?? 0));
  }

  forget(): void {
    this.unsealed.remove();
  }
}
