import { anAgent } from '../factories/agent';
import { refusal } from '../factories/policy-fixtures';
import { SupportDesk } from '../factories/support-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

type Query = Record<string, string>;
interface Interval {
  from: string;
  figures: { milestone: string; started: number }[];
}

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

const report = (query: Query, by: { secret: string } = desk.inbox.author): Promise<Reply> =>
  parley.call('GET', `${desk.path}/sla/report`, { token: by.secret, query });

const series = async (query: Query, by?: { secret: string }): Promise<Interval[]> => {
  const { status, body, text } = await report(query, by);
  if (status !== 200) throw new Error(`getSlaReport answered ${status}: ${text}`);
  return body.series as Interval[];
};

const startsOf = (intervals: Interval[]): string[] => intervals.map(({ from }) => from);
/** What has started by milestone, of each interval. */
const startedIn = (intervals: Interval[]): string[] =>
  intervals.map(({ figures }) => figures.map(({ milestone, started }) => `${milestone} ${started}`).join());

const inZone = (timezone: string): Promise<Reply> =>
  parley.call('PATCH', desk.path, { token: desk.inbox.admin.secret, body: { timezone } });

/** A clock for a first response that started then. The first one is that of a request, the others copies of it. */
async function clocksAt(...instants: string[]): Promise<void> {
  await desk.policy({ first_response: 3600 });
  await desk.request();
  const { id } = desk.inbox.workspace;
  await parley.database.query(
    `INSERT INTO sla_clocks SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'number', n + 1,
       'started_at', at, 'due_at', at + interval '1 hour', 'running_since', at))).*
     FROM sla_clocks c, unnest($2::timestamptz[]) WITH ORDINALITY AS t (at, n) WHERE workspace_id = $1`,
    [id, instants],
  );
}

describe('getSlaReport by interval', () => {
  it('200 with each day of the workspace’s time zone, also those without clocks', async () => {
    await inZone('Europe/Berlin');
    await clocksAt('2026-01-05T22:59:59.999Z', '2026-01-05T23:00:00Z', '2026-01-06T22:00:00Z', '2026-01-08T00:00:00Z');
    const { body } = await report({ from: '2026-01-05T12:00:00Z', to: '2026-01-08T12:00:00Z', interval: 'day' });
    expect(body.interval).toBe('day');
    expect(startsOf(body.series as Interval[])).toEqual([
      '2026-01-05T12:00:00.000Z',
      '2026-01-05T23:00:00.000Z',
      '2026-01-06T23:00:00.000Z',
      '2026-01-07T23:00:00.000Z',
    ]);
    expect(startedIn(body.series as Interval[])).toEqual([
      'first_response 1',
      'first_response 2',
      '',
      'first_response 1',
    ]);
    expect(body.figures).toMatchObject([{ started: 4, breaching: 4 }]);
    expect(body.series[1].figures).toEqual([
      {
        ...{ agentId: null, memberId: null, policyId: null, policyName: null, milestone: 'first_response' },
        ...{ started: 2, met: 0, metLate: 0, breaching: 2, open: 0, cancelled: 0 },
        ...{ metShare: 0, medianSeconds: null, p90Seconds: null },
      },
    ]);
  });

  it('200 with weeks that begin on Monday', async () => {
    await clocksAt('2026-01-11T23:59:59.999Z', '2026-01-12T00:00:00Z', '2026-01-18T23:00:00Z');
    const weeks = await series({ from: '2026-01-07T00:00:00Z', to: '2026-01-20T00:00:00Z', interval: 'week' });
    expect(startsOf(weeks)).toEqual([
      '2026-01-07T00:00:00.000Z',
      '2026-01-12T00:00:00.000Z',
      '2026-01-19T00:00:00.000Z',
    ]);
    expect(startedIn(weeks)).toEqual(['first_response 1', 'first_response 2', '']);
  });

  it('200 with no interval twice where the period begins at midnight', async () => {
    const days = await series({ from: '2026-01-05T00:00:00Z', to: '2026-01-07T00:00:00Z', interval: 'day' });
    expect(startsOf(days)).toEqual(['2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z']);
  });

  it('200 with days of 23 and 25 hours, and without a day that a zone left out', async () => {
    await inZone('Europe/Berlin');
    const spring = await series({ from: '2026-03-28T23:00:00Z', to: '2026-03-30T22:00:00Z', interval: 'day' });
    expect(startsOf(spring)).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
    const autumn = await series({ from: '2026-10-24T22:00:00Z', to: '2026-10-26T23:00:00Z', interval: 'day' });
    expect(startsOf(autumn)).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
    await inZone('Pacific/Apia');
    const apia = await series({ from: '2011-12-29T10:00:00Z', to: '2012-01-01T10:00:00Z', interval: 'day' });
    expect(startsOf(apia)).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
  });

  it('200 with 367 intervals at most, and null without an interval', async () => {
    const year = { from: '2026-01-05T12:00:00Z', to: '2027-01-06T12:00:00Z' };
    expect(await series({ ...year, interval: 'day' })).toHaveLength(367);
    expect((await report(year)).body).toMatchObject({ interval: null, series: null });
  });

  it('200 with all groups together, and one milestone where the caller chooses it', async () => {
    await desk.policy({ first_response: 3600, handoff_pickup: 60 });
    await desk.handedOver();
    const day = 86_400_000;
    const [from, to] = [-day, day].map((offset) => new Date(Date.now() + offset).toISOString()) as [string, string];
    const all = await series({ from, to, interval: 'week', groupBy: 'agent' });
    expect(all.flatMap(({ figures }) => figures)).toMatchObject([
      { agentId: null, milestone: 'first_response', started: 1 },
      { agentId: null, milestone: 'handoff_pickup', started: 1 },
    ]);
    const one = await series({ from, to, interval: 'day', milestone: 'handoff_pickup' });
    expect(startedIn(one).filter(Boolean)).toEqual(['handoff_pickup 1']);
  });

  it('200 for a restricted member with the clocks of their agents only', async () => {
    await clocksAt('2026-01-05T12:00:00Z');
    const { agent, workspace, admin } = desk.inbox;
    const hidden = await anAgent(parley, workspace, admin);
    const query = { from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z', interval: 'day' };
    expect(startedIn(await series(query, await desk.inbox.member([agent.id])))).toEqual(['first_response 1']);
    expect(startedIn(await series(query, await desk.inbox.member([hidden.id])))).toEqual(['']);
  });

  it('400 for another interval, and for an export by interval', async () => {
    const query = { from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z' };
    expect(refusal(await report({ ...query, interval: 'hour' }))).toEqual([400, 'validation_failed', 'query.interval']);
    const exported = await parley.call('GET', `${desk.path}/sla/report/export`, {
      token: desk.inbox.author.secret,
      query: { ...query, interval: 'day' },
    });
    expect(refusal(exported)).toEqual([400, 'validation_failed', 'query.interval']);
  });
});
