import { PolicyDesk, refusal } from '../factories/policy-fixtures';
import type { Reply } from '../support/call';
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

const DAY = [
  { from: '09:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
];
const OFFICE = { timezone: 'Europe/Berlin', weekly: { monday: DAY, friday: DAY } };
/** 16:30 in Berlin. */
const FRIDAY = '2026-01-16T15:30:00.000Z';

const preview = (body: object): Promise<Reply> =>
  desk.call('POST', '/preview', { seconds: 3600, startedAt: FRIDAY, ...body });

describe('previewSlaTarget', () => {
  it('200 with the due time and the intervals that add up to the target', async () => {
    const { status, body } = await preview({ calendar: OFFICE, seconds: 4 * 3600 });
    expect([status, body]).toEqual([
      200,
      {
        dueAt: '2026-01-19T12:30:00.000Z',
        intervals: [
          { from: FRIDAY, to: '2026-01-16T16:00:00.000Z', seconds: 1800 },
          { from: '2026-01-19T08:00:00.000Z', to: '2026-01-19T11:00:00.000Z', seconds: 3 * 3600 },
          { from: '2026-01-19T12:00:00.000Z', to: '2026-01-19T12:30:00.000Z', seconds: 1800 },
        ],
      },
    ]);
  });

  it('200 with the due time of a clock that starts then with this calendar', async () => {
    const exceptions = [{ date: '2026-01-19', intervals: [] }];
    const { body } = await preview({ calendar: { ...OFFICE, exceptions }, startedAt: '2026-01-16T20:00:00Z' });
    expect(body).toEqual({
      dueAt: '2026-01-23T09:00:00.000Z',
      intervals: [{ from: '2026-01-23T08:00:00.000Z', to: '2026-01-23T09:00:00.000Z', seconds: 3600 }],
    });
  });

  it('200 around the clock in the time zone of the workspace where no calendar is sent', async () => {
    const around = { dueAt: '2026-01-16T16:30:00.000Z', intervals: [expect.objectContaining({ seconds: 3600 })] };
    expect((await preview({})).body).toEqual(around);
    const path = `/workspaces/${desk.workspace.id}`;
    await parley.call('PATCH', path, { token: desk.admin.secret, body: { timezone: 'America/New_York' } });
    const { body } = await preview({ calendar: { weekly: { friday: DAY } } });
    expect(body.dueAt).toBe('2026-01-16T16:30:00.000Z');
    expect((await preview({ calendar: { weekly: { friday: [{ from: '13:00', to: '14:00' }] } } })).body.dueAt).toBe(
      '2026-01-16T19:00:00.000Z',
    );
  });

  it('200 for the longest answer: twelve intervals on each of 366 days', async () => {
    const hours = (n: number, minute: string): string => `${String(n).padStart(2, '0')}:${minute}`;
    const day = Array.from({ length: 12 }, (_, n) => ({ from: hours(2 * n, '00'), to: hours(2 * n, '01') }));
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const calendar = { timezone: 'UTC', weekly: Object.fromEntries(names.map((name) => [name, day])) };
    const { status, body } = await preview({ calendar, seconds: 366 * 12 * 60, startedAt: '2026-01-16T00:00:00Z' });
    expect([status, body.intervals.length, body.dueAt]).toEqual([200, 366 * 12, '2027-01-16T22:01:00.000Z']);
  });

  it('200 for any member, and stores nothing', async () => {
    const body = { calendar: OFFICE, seconds: 60, startedAt: FRIDAY };
    expect((await desk.call('POST', '/preview', body, await desk.member([]))).status).toBe(200);
    expect(await desk.list()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no start', { startedAt: undefined }, '/startedAt'],
    ['a start that is not in UTC', { startedAt: '2026-01-16T16:30:00+01:00' }, '/startedAt'],
    ['no time at all', { seconds: 0 }, '/seconds'],
    ['more than 366 days', { seconds: 31_622_401 }, '/seconds'],
    ['a calendar that it does not fit into', { calendar: { weekly: {} } }, '/seconds'],
    [
      'an interval that ends first',
      { calendar: { weekly: { monday: [{ from: '09:00', to: '08:00' }] } } },
      '/calendar/weekly/monday/0/to',
    ],
    [
      'a date that comes twice',
      {
        calendar: {
          exceptions: [
            { date: '2026-01-19', intervals: [] },
            { date: '2026-01-19', intervals: [] },
          ],
        },
      },
      '/calendar/exceptions/1/date',
    ],
    ['an unknown field', { targets: [] }, '/targets'],
  ])('400 for %s', async (_name, change, path) => {
    expect(refusal(await preview(change))).toEqual([400, 'validation_failed', path]);
  });

  it('400 for an unknown time zone', async () => {
    const reply = await preview({ calendar: { timezone: 'Mars/Olympus' } });
    expect(refusal(reply)).toEqual([400, 'invalid_timezone', '/calendar/timezone']);
  });

  it('has years of four digits', async () => {
    for (const startedAt of ['1970-01-01T00:00:00Z', '2999-12-31T23:59:59Z'])
      expect((await preview({ startedAt })).status).toBe(200);
    for (const startedAt of ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59Z'])
      expect(refusal(await preview({ startedAt }))).toEqual([400, 'validation_failed', '/startedAt']);
  });
});
