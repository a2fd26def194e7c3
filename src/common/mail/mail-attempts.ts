import { Counter } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';
import type { Delivery } from './delivery.types';

const attempts = new Counter({
  name: 'parley_mail_attempts_total',
  help: 'Attempts to hand an email to the mail server, by kind of email and outcome.',
  labelNames: ['kind', 'outcome'] as const,
  registers: [processMetrics],
});

// Start at 0, because an alert does not see an increase if the first sample is 1.
for (const kind of ['service', 'reply'] as const)
  for (const outcome of ['sent', 'refused', 'uncertain'] as const) attempts.inc({ kind, outcome }, 0);

/** Includes `uncertain` emails of processes that died while sending. The process that detects this counts them. */
export function countMailAttempts(kind: 'service' | 'reply', outcome: Delivery['outcome'], number = 1): void {
  if (number > 0) attempts.inc({ kind, outcome }, number);
}
