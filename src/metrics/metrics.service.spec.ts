import { Gauge, Registry } from 'prom-client';
import { MetricsService } from './metrics.service';
import type { PoolMetrics } from './pool-metrics';

function lookedAt(name: string, look: () => Promise<void>) {
  const registry = new Registry();
  const gauge = new Gauge({ name, help: name, registers: [registry] });
  return { registry, what: name, look: () => look().then(() => gauge.set(1)), forget: () => gauge.set(0) };
}

it('forgets the values that did not arrive in time, and keeps the others', async () => {
  const metrics = new MetricsService({ registry: new Registry(), look: () => undefined } as unknown as PoolMetrics);
  metrics.patienceMs = 20;
  metrics.register(lookedAt('answers', () => Promise.resolve()));
  metrics.register(lookedAt('hangs', () => new Promise(() => undefined)));
  const text = await metrics.text();
  expect(text).toMatch(/^answers 1$/m);
  expect(text).toMatch(/^hangs 0$/m);
});

it('forgets the values of a look that fails, and keeps the others', async () => {
  const metrics = new MetricsService({ registry: new Registry(), look: () => undefined } as unknown as PoolMetrics);
  metrics.freshMs = 0;
  const look = jest.fn(() => Promise.resolve());
  metrics.register(lookedAt('fails', look));
  metrics.register(lookedAt('answers', () => Promise.resolve()));
  expect(await metrics.text()).toMatch(/^fails 1$/m);
  look.mockRejectedValue(new Error('the table is not there'));
  const text = await metrics.text();
  expect(text).toMatch(/^fails 0$/m);
  expect(text).toMatch(/^answers 1$/m);
});
