import { Counter } from 'prom-client';
import type { EnvironmentSettings } from '../../config/settings';
import { processMetrics } from '../metrics/process-metrics';

/** The setting of the limit, or the field of the agent. */
export type LimitName = Extract<keyof EnvironmentSettings, `LIMIT_${string}`> | 'rateLimitPerMinute';

const refusals = new Counter({
  name: 'parley_limit_refusals_total',
  help: 'Calls and emails that were refused because of a rate limit, by the name of the limit.',
  labelNames: ['limit'] as const,
  registers: [processMetrics],
});

const storeFailures = new Counter({
  name: 'parley_limit_store_failures_total',
  help: 'Calls and emails that could not be counted because the database did not answer.',
  registers: [processMetrics],
});

export function countRefusal(limit: string): void {
  refusals.inc({ limit });
}

export function countStoreFailure(): void {
  storeFailures.inc();
}
