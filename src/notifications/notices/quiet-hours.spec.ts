import fc from 'fast-check';
import { quietUntil } from './quiet-hours';

const at = (instant: string, start: string, end: string, timezone = 'UTC'): string | null =>
  quietUntil(new Date(instant), { start, end, timezone })?.toISOString().slice(0, 16) ?? null;

it.each([
  ['within a day', '2026-03-01T12:00Z', '09:00', '17:00', 'UTC', '2026-03-01T17:00'],
  ['before they begin', '2026-03-01T08:59:59.999Z', '09:00', '17:00', 'UTC', null],
  ['when they begin', '2026-03-01T09:00Z', '09:00', '17:00', 'UTC', '2026-03-01T17:00'],
  ['when they end', '2026-03-01T17:00Z', '09:00', '17:00', 'UTC', null],
  ['past midnight, in the evening', '2026-03-01T23:00Z', '22:00', '07:00', 'UTC', '2026-03-02T07:00'],
  ['past midnight, in the morning', '2026-03-02T06:59Z', '22:00', '07:00', 'UTC', '2026-03-02T07:00'],
  ['until midnight', '2026-03-01T23:00Z', '22:00', '00:00', 'UTC', '2026-03-02T00:00'],
  ['in the time zone of the account', '2026-03-01T20:00Z', '22:00', '07:00', 'Asia/Tokyo', '2026-03-01T22:00'],
  ['a night with a missing hour', '2026-03-29T00:30Z', '22:00', '07:00', 'Europe/Berlin', '2026-03-29T05:00'],
  ['a night with an extra hour', '2026-10-25T00:30Z', '22:00', '07:00', 'Europe/Berlin', '2026-10-25T06:00'],
  ['an end that the clock skips', '2014-03-09T09:59Z', '22:00', '02:30', 'America/Los_Angeles', '2014-03-09T10:30'],
  [
    'an end that comes twice: the first',
    '2014-11-02T08:00Z',
    '22:00',
    '01:30',
    'America/Los_Angeles',
    '2014-11-02T08:30',
  ],
  ['that end, an hour later', '2014-11-02T09:00Z', '22:00', '01:30', 'America/Los_Angeles', null],
  ['a day that the zone skips', '2011-12-30T09:30Z', '22:00', '07:00', 'Pacific/Apia', '2011-12-30T17:00'],
  ['half an hour of summer time', '2026-10-03T15:00Z', '22:00', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45'],
])('%s', (_what, now, start, end, timezone, until) => {
  expect(at(now, start, end, timezone)).toBe(until);
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
];
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${pad(h)}:${pad(m)}`);
const pad = (n: number): string => String(n).padStart(2, '0');

/** The wall clock of a time zone, according to an independent implementation. */
function wallClock(instant: number, timeZone: string): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(instant);
}
const isWithin = (clock: string, start: string, end: string): boolean =>
  start < end ? clock >= start && clock < end : clock >= start || clock < end;

it('agrees with the wall clock on days without a clock change', () => {
  const day = 86_400_000;
  const instants = fc
    .integer({ min: Date.UTC(2024, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 })
    .map((n) => n * 60_000);
  const property = fc.property(instants, time, time, fc.constantFrom(...ZONES), (now, start, end, timezone) => {
    fc.pre(start !== end);
    const around = [-2, -1, 0, 1, 2].map((days) => wallClock(now + days * day, timezone));
    fc.pre(new Set(around).size === 1);
    const until = quietUntil(new Date(now), { start, end, timezone });
    expect(until !== null).toBe(isWithin(wallClock(now, timezone), start, end));
    if (until) {
      expect(wallClock(until.getTime(), timezone)).toBe(end);
      expect(until.getTime() - now).toBeLessThanOrEqual(day);
    }
  });
  fc.assert(property, { numRuns: 300, seed: 20_261_123 });
});
