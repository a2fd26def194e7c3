import { Counter } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

/** Every queue begins with 0: an alert does not see a sample grow that begins with 1. */
export const takeovers = new Counter({
  name: 'parley_lease_takeovers_total',
  help: 'Entries of a queue that this process took up because the lease of another one had ended.',
  labelNames: ['queue'] as const,
  registers: [processMetrics],
});
