import type { HttpAdapterHost } from '@nestjs/core';
import type { MetricsService } from '../metrics/metrics.service';
import { HealthMetrics } from './health-metrics';
import type { Liveness } from './liveness';
import type { Readiness } from './readiness';

it('tells a process that serves the API apart from one that does not, also while it ends', async () => {
  const server = { listening: false };
  const readiness = { check: jest.fn(() => Promise.resolve()) };
  const http = { httpAdapter: { getHttpServer: () => server } } as unknown as HttpAdapterHost;
  const metrics = { register: jest.fn() } as unknown as MetricsService;
  const health = new HealthMetrics(readiness as unknown as Readiness, { isLive: true } as Liveness, http, metrics);
  const ready = async (): Promise<string[]> => {
    await health.look();
    return (await health.registry.metrics()).match(/^parley_ready\{.*$/gm) ?? [];
  };
  expect(await ready()).toEqual(['parley_ready{process="worker"} 1']);
  server.listening = true;
  expect(await ready()).toEqual(['parley_ready{process="api"} 1']);
  server.listening = false;
  readiness.check.mockRejectedValue(new Error('draining'));
  expect(await ready()).toEqual(['parley_ready{process="api"} 0']);
  health.forget();
  expect(await health.registry.metrics()).toContain('parley_live 1');
});
