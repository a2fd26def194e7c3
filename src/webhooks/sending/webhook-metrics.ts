import { Counter, Histogram } from 'prom-client';
import { processMetrics } from '../../common/metrics/process-metrics';
import type { AttemptResult } from '../rules/attempt-result';
import { WEBHOOK_FAILURES } from '../webhook.types';

const attempts = new Counter({
  name: 'parley_webhook_attempts_total',
  help: 'Requests to webhooks by their outcome: delivered, or the class of the failure.',
  labelNames: ['outcome'] as const,
  registers: [processMetrics],
});
const durations = new Histogram({
  name: 'parley_webhook_attempt_duration_seconds',
  help: 'Duration of requests to webhooks.',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [processMetrics],
});

// An alert does not see an increase if the first sample is 1.
for (const outcome of ['delivered', ...WEBHOOK_FAILURES]) attempts.inc({ outcome }, 0);

export function countAttempt({ failureClass }: AttemptResult, durationMs: number): void {
  attempts.inc({ outcome: failureClass ?? 'delivered' });
  durations.observe(durationMs / 1_000);
}
