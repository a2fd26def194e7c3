import { anAgent } from '../factories/agent';
import { refusal } from '../factories/policy-fixtures';
import { SupportDesk } from '../factories/support-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

type Query = Record<string, string>;
type Figures = Record<string, unknown>;

const DAY_MS = 86_400_000;
const NOTHING = { started: 0, met: 0, metLate: 0, breaching: 0, open: 0, cancelled: 0 };

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const reportOf = (query: Query, where = '', by: { secret: string } = desk.inbox.author): Promise<Reply> =>
  parley.call('GET', `${desk.path}/sla/report${where}`, { token: by.secret, query });

/** Of everything that started within 30 days. */
const report = (query: Query = {}, by?: { secret: string }): Promise<Reply> =>
  reportOf({ from: at(-30), to: at(1), ...query }, '', by);

const figures = async (query: Query = {}, by?: { secret: string }): Promise<Figures[]> => {
  const { status, body, text } = await report(query, by);
  if (status !== 200) throw new Error(`getSlaReport answered ${status}: ${text}`);
  return body.figures as Figures[];
};

const columns = (rows: Figures[], ...names: string[]): unknown[][] => rows.map((row) => names.map((name) => row[name]));

describe('getSlaReport', () => {
  it('200 with what became of the clocks, all in one group', async () => {
    await desk.policy({ first_response: 3600 });
    const from = at(-30);
    const to = at(1);
    for (let n = 0; n < 2; n++) await desk.replied((await desk.request()).conversationId);
    await desk.transition((await desk.request()).id, { kind: 'end', disposition: 'spam' });
    await desk.request();
    const { status, body } = await reportOf({ from, to });
    expect([status, body]).toEqual([
      200,
      {
        from,
        to,
        asOf: expect.any(String),
        groupBy: null,
        interval: null,
        figures: [
          {
            agentId: null,
            memberId: null,
            policyId: null,
            policyName: null,
            milestone: 'first_response',
            ...NOTHING,
            ...{ started: 4, met: 2, open: 1, cancelled: 1, metShare: 1 },
            medianSeconds: expect.any(Number),
            p90Seconds: expect.any(Number),
          },
        ],
        omittedGroups: 0,
        series: null,
      },
    ]);
    expect(Math.abs(Date.parse(body.asOf as string) - Date.now())).toBeLessThan(600_000);
  });

  it('200 without figures where no clock has started', async () => {
    expect((await report()).body).toMatchObject({ figures: [], omittedGroups: 0 });
  });

  it('counts as breaching what is out of time, although no sweep has seen it', async () => {
    await desk.policy({ first_response: 60 });
    await desk.request();
    await desk.letPass(61);
    const [row] = await figures();
    expect(row).toMatchObject({
      ...NOTHING,
      started: 1,
      breaching: 1,
      metShare: 0,
      medianSeconds: null,
      p90Seconds: null,
    });
    expect(
      await parley.database.query('SELECT status FROM sla_clocks WHERE workspace_id = $1', [desk.inbox.workspace.id]),
    ).toEqual([{ status: 'pending' }]);
  });

  it('counts what is paused as open, and as breaching once it was out of time', async () => {
    await desk.policy({ first_response: { seconds: 60, pauseOn: ['customer'] } });
    const { id } = await desk.request();
    await desk.transition(id, { kind: 'activate' });
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(1_000);
    expect(await figures()).toMatchObject([{ ...NOTHING, started: 1, open: 1, metShare: null }]);
    const late = await desk.request();
    await desk.letPass(61);
    await parley.drain();
    await desk.transition(late.id, { kind: 'activate' });
    await desk.transition(late.id, { kind: 'wait', waitingOn: 'customer' });
    expect((await desk.clock(late.id, 'first_response')).status).toBe('paused');
    expect(await figures()).toMatchObject([{ ...NOTHING, started: 2, open: 1, breaching: 1, metShare: 0 }]);
  });

  it('measures working time, not time', async () => {
    await desk.policy({ first_response: { seconds: 60, pauseOn: ['customer'] } });
    const { id, conversationId } = await desk.request();
    await desk.letPass(100);
    await desk.transition(id, { kind: 'activate' });
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(10_000);
    await desk.replied(conversationId);
    const { elapsedSeconds } = await desk.clock(id, 'first_response');
    expect(elapsedSeconds).toBeLessThan(1_000);
    const [row] = await figures();
    expect(row).toMatchObject({ ...NOTHING, started: 1, metLate: 1, metShare: 0 });
    expect([row?.['medianSeconds'], row?.['p90Seconds']]).toEqual([elapsedSeconds, elapsedSeconds]);
  });

  it('takes back what has come back', async () => {
    FakeReplyMailer.of(parley);
    await desk.policy({ first_response: 3600 });
    const { conversationId } = await desk.handedOver({ externalId: 'ada', email: 'ada@example.com' });
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    const memberId = desk.inbox.author.memberId;
    expect(await figures({ groupBy: 'member' })).toMatchObject([{ memberId, met: 1, metShare: 1, medianSeconds: 0 }]);
    await desk.bounce(messageId);
    expect(await figures({ groupBy: 'member' })).toMatchObject([
      { ...NOTHING, memberId: null, started: 1, open: 1, metShare: null, medianSeconds: null },
    ]);
    await desk.letPass(4_000);
    expect(await figures({ groupBy: 'member' })).toMatchObject([{ memberId: null, met: 0, breaching: 1, metShare: 0 }]);
  });

  it('has the clocks that started from the first instant on, and before the last', async () => {
    await desk.policy({ first_response: 3600 });
    const { sla } = await desk.request();
    const started = Date.parse(sla[0].startedAt as string);
    const until = (from: number, to: number): Promise<Figures[]> =>
      figures({ from: new Date(started + from).toISOString(), to: new Date(started + to).toISOString() });
    expect(await until(0, 1)).toHaveLength(1);
    expect(await until(-1, 0)).toEqual([]);
    expect(await until(1, 2)).toEqual([]);
  });

  it('has one milestone where one is asked for, and else all in their order', async () => {
    await desk.policy({ verified_resolution: 7200, handoff_pickup: 60, first_response: 3600 });
    await desk.handedOver();
    const names = ['first_response', 'handoff_pickup', 'verified_resolution'];
    expect(columns(await figures(), 'milestone', 'started')).toEqual(names.map((name) => [name, 1]));
    expect(columns(await figures({ milestone: 'handoff_pickup' }), 'milestone')).toEqual([['handoff_pickup']]);
    expect(await figures({ milestone: 'approval_review' })).toEqual([]);
  });

  it('groups by member: the author of the answer, otherwise the assignee, otherwise none', async () => {
    await desk.policy({ first_response: 3600 });
    const { memberId: author } = desk.inbox.author;
    const other = await desk.inbox.member();
    const answered = await desk.request();
    await desk.call('PATCH', `/support-requests/${answered.id}`, {
      assigneeMemberId: other.memberId,
      expectedVersion: 1,
    });
    await desk.replied(answered.conversationId);
    for (let n = 0; n < 2; n++) {
      const { id } = await desk.request();
      await desk.call('PATCH', `/support-requests/${id}`, { assigneeMemberId: other.memberId, expectedVersion: 1 });
    }
    for (let n = 0; n < 3; n++) await desk.request();
    expect(columns(await figures({ groupBy: 'member' }), 'memberId', 'started', 'met', 'open')).toEqual([
      [null, 3, 0, 3],
      [other.memberId, 2, 0, 2],
      [author, 1, 1, 0],
    ]);
  });

  it('groups by policy under its current name, or under its last name if it was deleted', async () => {
    const first = await desk.policy({ first_response: 3600 }, { name: 'Old' });
    await desk.request();
    const change = { name: 'New', expectedVersion: 1 };
    await desk.call('PATCH', `/sla-policies/${first}`, change, desk.inbox.admin);
    expect(columns(await figures({ groupBy: 'policy' }), 'policyId', 'policyName')).toEqual([[first, 'New']]);
    await desk.request();
    await desk.call('PATCH', `/sla-policies/${first}`, { name: 'Newest', expectedVersion: 2 }, desk.inbox.admin);
    await desk.call('DELETE', `/sla-policies/${first}`, undefined, desk.inbox.admin);
    const second = await desk.policy({ first_response: 3600 }, { name: 'Other' });
    await desk.request();
    expect(columns(await figures({ groupBy: 'policy' }), 'policyId', 'policyName', 'started')).toEqual([
      [first, 'New', 2],
      [second, 'Other', 1],
    ]);
  });

  it('shows a restricted member the figures of their agents, and no name of what is for others', async () => {
    const { agent, workspace, admin } = desk.inbox;
    const hidden = await anAgent(parley, workspace, admin);
    const policyId = await desk.policy({ first_response: 3600 }, { name: 'Everybody' });
    await desk.request();
    const clock = `INSERT INTO sla_clocks SELECT (jsonb_populate_record(c, jsonb_build_object(
      'id', gen_random_uuid(), 'number', 2, 'agent_id', $2::uuid))).* FROM sla_clocks c WHERE workspace_id = $1`;
    await parley.database.query(clock, [workspace.id, hidden.id]);
    const mine = await desk.inbox.member([agent.id]);
    const theirs = await desk.inbox.member([hidden.id]);
    const nobodys = await desk.inbox.member([]);
    const byAgent = async (by?: { secret: string }): Promise<unknown[][]> =>
      columns(await figures({ groupBy: 'agent' }, by), 'agentId', 'started');
    expect(await byAgent()).toEqual([agent.id, hidden.id].sort().map((id) => [id, 1]));
    expect(await byAgent(mine)).toEqual([[agent.id, 1]]);
    expect(await byAgent(theirs)).toEqual([[hidden.id, 1]]);
    expect(await byAgent(nobodys)).toEqual([]);
    expect(columns(await figures({}, mine), 'started')).toEqual([[1]]);

    const narrowed = { name: 'Secret', match: { agentIds: [hidden.id] }, expectedVersion: 1 };
    await desk.call('PATCH', `/sla-policies/${policyId}`, narrowed, admin);
    const named = async (by?: { secret: string }): Promise<unknown[][]> =>
      columns(await figures({ groupBy: 'policy' }, by), 'policyName');
    expect([await named(mine), await named(theirs), await named()]).toEqual([
      [['Everybody']],
      [['Secret']],
      [['Secret']],
    ]);
    const exported = await reportOf({ from: at(-30), to: at(1), groupBy: 'agent' }, '/export', mine);
    expect(exported.text).not.toContain(hidden.id);
  });

  it('shows nothing of other workspaces', async () => {
    await desk.policy({ first_response: 3600 });
    await desk.request();
    const there = await SupportDesk.open(parley);
    const path = `${there.path}/sla/report`;
    const query = { from: at(-30), to: at(1) };
    expect((await parley.call('GET', path, { token: there.inbox.author.secret, query })).body.figures).toEqual([]);
    expect((await parley.call('GET', path, { token: desk.inbox.author.secret, query })).status).toBe(404);
  });

  it('has the 1,000 groups with the most clocks, and says how many it leaves out', async () => {
    await desk.policy({ first_response: 3600 });
    await desk.request();
    await parley.database.query(
      `INSERT INTO sla_clocks SELECT (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'number', n + 1, 'agent_id', md5((n / 2)::text)::uuid))).*
       FROM sla_clocks c, generate_series(2, 2005) n WHERE workspace_id = $1`,
      [desk.inbox.workspace.id],
    );
    const { body } = await report({ groupBy: 'agent' });
    expect([body.figures.length, body.omittedGroups]).toEqual([1_000, 3]);
    expect(new Set(columns(body.figures as Figures[], 'started').flat())).toEqual(new Set([2]));
  });

  it.each<[string, Query, string[]]>([
    ['no period', {}, ['query.from', 'query.to']],
    ['no end', { from: '2026-01-01T00:00:00Z' }, ['query.to']],
    ['an empty start', { from: '', to: '2026-01-01T00:00:00Z' }, ['query.from']],
    ['a start that is not in UTC', { from: '2026-01-01T00:00:00+01:00', to: '2026-01-02T00:00:00Z' }, ['query.from']],
    ['a day', { from: '2026-01-01T00:00:00Z', to: '2026-01-02' }, ['query.to']],
    ['an end at the start', { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, ['query.to']],
    ['an end before the start', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, ['query.to']],
    ['more than 366 days', { from: '2026-01-01T00:00:00Z', to: '2027-01-02T00:00:00.001Z' }, ['query.to']],
    ['another group', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', groupBy: 'team' }, ['query.groupBy']],
    [
      'another milestone',
      { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', milestone: 'lunch' },
      ['query.milestone'],
    ],
  ])('400 for %s', async (_name, query, paths) => {
    expect(refusal(await reportOf(query))).toEqual([400, 'validation_failed', ...paths]);
    expect(refusal(await reportOf(query, '/export'))).toEqual([400, 'validation_failed', ...paths]);
  });

  it('200 for 366 days', async () => {
    expect((await reportOf({ from: '2026-01-01T00:00:00Z', to: '2027-01-02T00:00:00Z' })).status).toBe(200);
  });
});
