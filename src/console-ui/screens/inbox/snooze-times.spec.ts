import { localInput, snoozedUntil, snoozeTimes } from './snooze-times';

describe('moments to put a conversation off to', () => {
  const shown = (now: string): string[] => snoozeTimes(new Date(now)).map(({ at }) => localInput(at));

  test.each([
    ['2026-01-16T15:30', ['2026-01-16T16:30', '2026-01-16T19:30', '2026-01-17T09:00', '2026-01-19T09:00']],
    ['2026-01-18T23:30', ['2026-01-19T00:30', '2026-01-19T03:30', '2026-01-19T09:00']],
    ['2026-01-19T08:00', ['2026-01-19T09:00', '2026-01-19T12:00', '2026-01-20T09:00', '2026-01-26T09:00']],
    ['2026-12-31T10:00', ['2026-12-31T11:00', '2026-12-31T14:00', '2027-01-01T09:00', '2027-01-04T09:00']],
  ])('from %s', (now, times) => {
    expect(shown(now)).toEqual(times);
  });
});

test.each([
  ['2026-01-19T09:00', 'de', 'Mo., 09:00'],
  ['2026-01-19T09:00', 'en-GB', 'Mon 09:00'],
  ['2026-01-26T09:00', 'en-GB', '26 Jan 2026, 9:00'],
])('until %s in %s', (at, locale, shown) => {
  expect(snoozedUntil(new Date(at), new Date('2026-01-16T15:30'), locale)).toBe(shown);
});
