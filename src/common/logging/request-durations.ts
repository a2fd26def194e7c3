import { Histogram } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

/** The label for requests without an operation: unknown paths, pages, health checks. Callers must not be able to create label values. */
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
  /** Whether the response was sent completely before the caller left. */
  complete: boolean;
  milliseconds: number;
}

export function countRequest({ operation = NO_OPERATION, status, complete, milliseconds }: FinishedRequest): void {
  const statusClass = complete ? `${Math.trunc(status / 100)}xx` : 'aborted';
  durations.observe({ operation, status: statusClass }, milliseconds / 1_000);
}
