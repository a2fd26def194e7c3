import { Counter } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

const reads = new Counter({
  name: 'parley_secret_key_fallback_reads_total',
  help: 'Values that were read with a key of SECRET_KEY_FALLBACKS, by what they are for.',
  labelNames: ['purpose'] as const,
  registers: [processMetrics],
});

/** `purpose`: the fixed name that the key is derived for. */
export function countFallbackRead(purpose: string): void {
  reads.inc({ purpose });
}
