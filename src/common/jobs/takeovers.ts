import { Counter } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

const QUEUES = [
  'mails',
  'replies',
  'inbound_mails',
  'notification_pushes',
  'source_fetching',
  'source_indexing',
  'embeddings',
  'contact_imports',
  'knowledge_tests',
  'domain_checks',
] as const;

type LeasedQueue = (typeof QUEUES)[number];

export const takeovers = new Counter({
  name: 'parley_lease_takeovers_total',
  help: 'Entries of a queue that this process took up because the lease of another one had ended.',
  labelNames: ['queue'] as const,
  registers: [processMetrics],
});
// An alert does not see a sample that begins with 1 grow.
for (const queue of QUEUES) takeovers.inc({ queue }, 0);

export function countTakeovers(queue: LeasedQueue, entries = 1): void {
  if (entries > 0) takeovers.inc({ queue }, entries);
}

/** What a statement has claimed, or null. `isTakenOver`: it was held by a process that has not given it back. */
export function takenUp<Claim>(
  queue: LeasedQueue,
  found: (Claim & { isTakenOver: boolean }) | undefined,
): Claim | null {
  if (!found) return null;
  const { isTakenOver, ...claim } = found;
  if (isTakenOver) countTakeovers(queue);
  // TypeScript does not take the rest of an intersection for the other half.
  return claim as unknown as Claim;
}
