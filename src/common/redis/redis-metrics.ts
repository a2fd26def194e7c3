import { Gauge } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

const up = new Gauge({
  name: 'parley_redis_up',
  help: 'Whether Redis can be used: 1, or 0 while PostgreSQL stands in. Absent without REDIS_URL.',
  registers: [processMetrics],
});
// It begins with a sample of 0, which would be an outage of a Redis that nobody has.
up.remove();

export function reportRedis(isUp: boolean): void {
  up.set(isUp ? 1 : 0);
}
