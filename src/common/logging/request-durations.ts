import { Histogram } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

/** What no operation answers: unknown paths, pages, health. A label must not have as many values as callers think of. */
const NO_OPERATION = 'none';

const durations = new Histogram({
  name: 'parley_http_request_duration_seconds',
  help: 'Seconds from a request to the end of its response, by operation and class of status.',
  labelNames: ['operation', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [processMetrics],
});

export interface FinishedRequest {
  operation: string | undefined;
  status: number;
  /** Whether the caller has stayed until the end of the response. */
  complete: boolean;
  milliseconds: number;
}

export function countRequest({ operation = NO_OPERATION, status, complete, milliseconds }: FinishedRequest): void {
  const statusClass = complete ? `${Math.trunc(status / 100)}xx` : 'aborted';
  durations.observe({ operation, status: statusClass }, milliseconds / 1_000);
}
