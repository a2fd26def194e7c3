import { PolicyDesk, refusal } from '../factories/policy-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: PolicyDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await PolicyDesk.open(parley);
});

describe('the calendar of createSlaPolicy', () => {
  it.each([
    [['09:00', '09:00'], '0/to'],
    [['09:00', '08:59'], '0/to'],
    [['9:00', '10:00'], '0/from'],
    [['24:00', '24:00'], '0/from'],
    [['00:00', '00:00'], '0/to'],
    [['00:00', '24:01'], '0/to'],
    [['09:00', '12:00', '11:59', '13:00'], '1/from'],
    [['13:00', '14:00', '09:00', '10:00'], '1/from'],
  ])('400 for the intervals %j', async (times, path) => {
    const intervals = [0, 2].filter((n) => n < times.length).map((n) => ({ from: times[n], to: times[n + 1] }));
    const weekly = await desk.create({ calendar: { weekly: { monday: intervals } } });
    expect(refusal(weekly)).toEqual([400, 'validation_failed', `/calendar/weekly/monday/${path}`]);
    const exception = await desk.create({ calendar: { exceptions: [{ date: '2026-12-25', intervals }] } });
    expect(refusal(exception)).toEqual([400, 'validation_failed', `/calendar/exceptions/0/intervals/${path}`]);
  });

  it('201 for intervals that touch, and for twelve of them', async () => {
    const hours = (n: number): string => `${String(n).padStart(2, '0')}:00`;
    const intervals = Array.from({ length: 13 }, (_, n) => ({ from: hours(n), to: hours(n + 1) }));
    expect((await desk.create({ calendar: { weekly: { monday: intervals.slice(1) } } })).status).toBe(201);
    const thirteen = await desk.create({ calendar: { weekly: { monday: intervals } } });
    expect(refusal(thirteen)).toEqual([400, 'validation_failed', '/calendar/weekly/monday']);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', 20_260_101])(
    '400 for the date %j',
    async (date) => {
      const reply = await desk.create({ calendar: { exceptions: [{ date, intervals: [] }] } });
      expect(refusal(reply)).toEqual([400, 'validation_failed', '/calendar/exceptions/0/date']);
    },
  );

  it('400 for a date that comes twice, and for more than 400', async () => {
    const on = (day: number): object => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      intervals: [],
    });
    const days = Array.from({ length: 401 }, (_, day) => on(day));
    expect(refusal(await desk.create({ calendar: { exceptions: days } }))).toEqual([
      400,
      'validation_failed',
      '/calendar/exceptions',
    ]);
    expect((await desk.create({ calendar: { exceptions: days.slice(1) } })).status).toBe(201);
    expect(refusal(await desk.create({ calendar: { exceptions: [on(7), on(8), on(7)] } }))).toEqual([
      400,
      'validation_failed',
      '/calendar/exceptions/2/date',
    ]);
  });

  it.each(['Mars/Olympus', '+01:00', ''])('400 for the time zone %j', async (timezone) => {
    expect(refusal(await desk.create({ calendar: { timezone } }))).toEqual([
      400,
      'invalid_timezone',
      '/calendar/timezone',
    ]);
  });
});
