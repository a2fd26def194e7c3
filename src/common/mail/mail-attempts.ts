import { Counter } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';
import type { Delivery } from './delivery.types';

const attempts = new Counter({
  name: 'parley_mail_attempts_total',
  help: 'Attempts to hand an email to the mail server, by what it is and what came of that.',
  labelNames: ['kind', 'outcome'] as const,
  registers: [processMetrics],
});

// An alert does not see a sample that begins with 1 grow.
for (const kind of ['service', 'reply'] as const)
  for (const outcome of ['sent', 'refused', 'uncertain'] as const) attempts.inc({ kind, outcome }, 0);

/** `uncertain` also where a process died while it handed the mail over: whoever finds out counts it. */
export function countMailAttempts(kind: 'service' | 'reply', outcome: Delivery['outcome'], number = 1): void {
  if (number > 0) attempts.inc({ kind, outcome }, number);
}
