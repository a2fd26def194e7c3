import { Gauge } from 'prom-client';
import { processMetrics } from '../metrics/process-metrics';

const up = new Gauge({
  name: 'parley_redis_up',
  help: 'Whether Redis is available: 1, or 0 while the service uses PostgreSQL instead. Absent without REDIS_URL.',
  registers: [processMetrics],
});
// Remove the initial sample of 0, which would show an outage for installations without Redis.
up.remove();

export function reportRedis(isUp: boolean): void {
  up.set(isUp ? 1 : 0);
}
