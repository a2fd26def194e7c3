import { Counter } from 'prom-client';
import { processMetrics } from '../../common/metrics/process-metrics';
import { FAILURE_CLASSES } from '../devices/notification-device.types';
import type { Verdict } from './push-verdict';

const results = new Counter({
  name: 'parley_push_results_total',
  help: 'Messages sent to push services, by result: accepted, or the class of the failure.',
  labelNames: ['class'] as const,
  registers: [processMetrics],
});

// Starts at 0, because an alert does not see the increase of a sample that starts at 1.
for (const outcome of ['accepted', ...FAILURE_CLASSES]) results.inc({ class: outcome }, 0);

export function countPush(verdict: Verdict): void {
  results.inc({ class: verdict.kind === 'accepted' ? 'accepted' : verdict.failureClass });
}
