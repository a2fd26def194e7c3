import { Counter } from 'prom-client';
import { processMetrics } from '../../common/metrics/process-metrics';

export const fileScans = new Counter({
  name: 'parley_file_scans_total',
  help: 'Files that the scanner was asked about, by its verdict; failed: it gave none.',
  labelNames: ['result'] as const,
  registers: [processMetrics],
});

export const fileStoreErrors = new Counter({
  name: 'parley_file_store_errors_total',
  help: 'Requests to the store of files that failed, and objects that were missing.',
  registers: [processMetrics],
});

// Start at 0, because an alert does not see an increase if the first sample is 1.
for (const result of ['clean', 'infected', 'failed'] as const) fileScans.inc({ result }, 0);
