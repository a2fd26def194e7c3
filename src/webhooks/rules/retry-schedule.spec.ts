import { boundedRetryAfter, RetrySchedule } from './retry-schedule';

const middle = (): number => 0.5;
const WAITS = [5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200, 43200, 43200, 43200];

describe('RetrySchedule', () => {
  const schedule = new RetrySchedule(WAITS, middle);

  it('has 14 attempts in about 64 hours', () => {
    expect(schedule.mostAttempts).toBe(14);
    const total = WAITS.map((_, index) => schedule.waitMs(index + 1)).reduce((sum, wait) => sum + wait, 0);
    expect(total / 3_600_000).toBeCloseTo(63.8, 0);
  });

  it('waits longer after each failure, and as long as the last time beyond its end', () => {
    expect([1, 2, 3, 13, 14, 99].map((failures) => schedule.waitMs(failures) / 1_000)).toEqual([
      5, 30, 120, 43_200, 43_200, 43_200,
    ]);
  });

  it.each([
    [0, 4_500],
    [0.999_999, 5_500],
  ])('varies by ten percent: random %d', (random, wait) => {
    expect(new RetrySchedule(['5'], () => random).waitMs(1)).toBe(wait);
  });

  it.each([
    [13, 100, false],
    [14, 1, false],
    [14, 100, true],
    [200, 57, false],
    [200, 58, true],
  ])('%i attempts within %i hours: exhausted %s', (attempts, hours, exhausted) => {
    const first = new Date('2026-01-01T00:00:00Z');
    expect(schedule.isExhausted(attempts, first, new Date(first.getTime() + hours * 3_600_000))).toBe(exhausted);
  });
});

it.each([
  [null, null],
  [0, 0],
  [90_000, 90_000],
  [31_536_000_000, 3_600_000],
])('Retry-After of %s ms is bounded to %s', (asked, bounded) => {
  expect(boundedRetryAfter(asked)).toBe(bounded);
});
