import { Counter } from 'prom-client';
import { processMetrics } from '../../common/metrics/process-metrics';
import { FAILURE_CLASSES } from '../devices/notification-device.types';
import type { Verdict } from './push-verdict';

const results = new Counter({
  name: 'parley_push_results_total',
  help: 'Messages that were sent to push services, by what came of that: accepted, or the class of the failure.',
  labelNames: ['class'] as const,
  registers: [processMetrics],
});

// An alert does not see a sample that begins with 1 grow.
for (const outcome of ['accepted', ...FAILURE_CLASSES]) results.inc({ class: outcome }, 0);

export function countPush(verdict: Verdict): void {
  results.inc({ class: verdict.kind === 'accepted' ? 'accepted' : verdict.failureClass });
}
