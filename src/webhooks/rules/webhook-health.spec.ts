import { afterFailure, afterSuccess, type Failure, type Health, nextProbe } from './webhook-health';

const now = new Date('2026-01-15T09:30:00.000Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const ACTIVE: Health = {
  state: 'active',
  pauseReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  probes: 0,
  restingUntil: null,
  pace: 4,
  paced: 0,
  lastDeliveredAt: null,
  lastFailedAt: null,
  lastFailureClass: null,
  lastFailureStatus: null,
};
const BROKEN: Failure = { failureClass: 'server_error', status: 500, retryAfterMs: null };
const DAYS = { pauseAfterMs: 3 * 86_400_000 };

const fail = (health: Health, times: number, at = now, failure = BROKEN): Health =>
  Array.from({ length: times }).reduce<Health>((one) => afterFailure(one, failure, { now: at, ...DAYS }), health);

it('is failing after five failures in a row, and not before', () => {
  expect(fail(ACTIVE, 4)).toMatchObject({ state: 'active', failingSince: null, consecutiveFailures: 4 });
  expect(fail(ACTIVE, 5)).toMatchObject({ state: 'failing', failingSince: now, probes: 0 });
});

it('a success between failures begins the count anew', () => {
  expect(fail(afterSuccess(fail(ACTIVE, 4), 4, now), 4)).toMatchObject({ state: 'active', consecutiveFailures: 4 });
});

it('is probed after 5 s, 30 s, 2 min, 10 min, and then every 15 min', () => {
  const waits: number[] = [];
  let health = fail(ACTIVE, 5);
  for (let probe = 0; probe < 7; probe++) {
    waits.push((nextProbe(health, now).getTime() - now.getTime()) / 1_000);
    health = fail(health, 1);
  }
  expect(waits).toEqual([5, 30, 120, 600, 900, 900, 900]);
});

it('is paused after failing for 72 hours', () => {
  const failing = fail(ACTIVE, 5);
  expect(fail(failing, 1, later(3 * 86_400 - 1))).toMatchObject({ state: 'failing', pauseReason: null });
  expect(fail(failing, 1, later(3 * 86_400))).toMatchObject({ state: 'paused', pauseReason: 'failing_too_long' });
});

it('410 pauses at once', () => {
  const gone = { failureClass: 'client_error', status: 410, retryAfterMs: null } as const;
  expect(fail(ACTIVE, 1, now, gone)).toMatchObject({ state: 'paused', pauseReason: 'gone', lastFailureStatus: 410 });
});

it('is left alone for as long as the receiver asks', () => {
  const asked = fail(ACTIVE, 1, now, { failureClass: 'rate_limited', status: 429, retryAfterMs: 60_000 });
  expect(asked.restingUntil).toEqual(later(60));
  expect(nextProbe(fail(asked, 5), now)).toEqual(later(60));
});

it('catches up from one request at a time, twice as many after each ten successes', () => {
  const paces: number[] = [];
  let health = afterSuccess(fail(ACTIVE, 6), 4, now);
  expect(health).toMatchObject({ state: 'active', failingSince: null, consecutiveFailures: 0, probes: 0, pace: 1 });
  for (let success = 0; success < 40; success++) {
    health = afterSuccess(health, 4, now);
    if (success % 10 === 9) paces.push(health.pace);
  }
  expect(paces).toEqual([2, 4, 4, 4]);
});

it('an attempt that was under way does not end a pause', () => {
  const stopped: Health = { ...ACTIVE, state: 'paused', pauseReason: 'manual' };
  expect(afterSuccess(stopped, 4, now)).toMatchObject({ state: 'paused', pauseReason: 'manual' });
  expect(fail(stopped, 6)).toMatchObject({ state: 'paused', pauseReason: 'manual' });
});
