import { Counter } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

/** Every queue starts with 0, because an alert does not see an increase if the first sample is 1. */
export const takeovers = new Counter({
  name: 'parley_lease_takeovers_total',
  help: 'Queue entries that this process took over because the lease of another process had expired.',
  labelNames: ['queue'] as const,
  registers: [processMetrics],
});
