import { ConversationDesk, conversationIdsOf } from '../factories/conversation-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});

type By = { secret: string };
const call = (method: string, where = '', body?: object, by: By = desk.owner): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}/views${where}`, { token: by.secret, ...(body && { body }) });
const create = (more: object = {}, by?: By): Promise<Reply> =>
  call('POST', '', { name: 'Open', filter: { status: 'open' }, ...more }, by);
const aView = async (filter: object = {}, more: object = {}, by?: By): Promise<string> => {
  const { status, body } = await create({ filter, ...more }, by);
  expect([status, body]).toMatchObject([201, {}]);
  return body.id as string;
};
const shared = { visibility: 'workspace' };

describe('getViewCounts', () => {
  it('200 with the conversations of each, at most 100', async () => {
    await desk.insert(Array.from({ length: 101 }, () => ({ status: 'closed' })));
    const [mine] = await desk.insert([{ assigneeMemberId: desk.owner.memberId }, {}]);
    expect(mine).toBeDefined();
    const closed = await aView({ status: 'closed' });
    const own = await aView({ assignee: 'me' });
    const open = await aView({ status: 'open' }, shared);
    const { status, body } = await call('GET', '/counts');
    expect(status).toBe(200);
    expect(body.counts).toEqual([
      { viewId: open, count: 2, capped: false },
      { viewId: closed, count: 100, capped: true },
      { viewId: own, count: 1, capped: false },
    ]);
    const restricted = await desk.member([]);
    expect((await call('GET', '/counts', undefined, restricted)).body.counts).toEqual([
      { viewId: open, count: 0, capped: false },
    ]);
    expect((await call('GET', `/counts?viewIds=${own},${own.toUpperCase()}`)).body.counts).toHaveLength(1);
    expect((await call('GET', `/counts?viewIds=${own}`, undefined, restricted)).body.counts).toEqual([]);
  });

  it('200 with as many as the list of the view has, for each sort', async () => {
    await desk.insert([{ handler: 'human' }, { handler: 'agent' }, { handler: 'human', status: 'closed' }]);
    const view = await aView({}, { sort: 'waiting' });
    expect(conversationIdsOf(await desk.list({ view }))).toHaveLength(1);
    expect((await call('GET', '/counts')).body.counts).toEqual([{ viewId: view, count: 1, capped: false }]);
  });
});

describe('listConversations with a view', () => {
  const listed = async (query: Record<string, string>, by = desk.owner) =>
    conversationIdsOf(await desk.list(query, by)).sort();

  it('lists the conversations of the view for the caller, which further filters narrow', async () => {
    const member = await desk.member();
    const [one, two, three] = (await desk.insert([
      { assigneeMemberId: member.memberId },
      { assigneeMemberId: member.memberId, channel: 'email' },
      { assigneeMemberId: desk.owner.memberId, status: 'closed' },
    ])) as [string, string, string];
    const view = await aView({ assignee: 'me' }, shared);
    expect(await listed({ view })).toEqual([three]);
    expect(await listed({ view }, member)).toEqual([one, two].sort());
    expect(await listed({ view, channel: 'email' }, member)).toEqual([two]);
    expect(await listed({ view, assignee: member.memberId }, member)).toEqual([one, two].sort());
    expect(await listed({ view, assignee: 'unassigned' }, member)).toEqual([]);
    const open = await aView({ status: 'open' });
    expect([await listed({ view: open, status: 'closed' }), await listed({ view: open, assignee: 'me' })]).toEqual([
      [],
      [],
    ]);
  });

  it('lists nothing, and not everything, once a label, agent or member that it names is gone', async () => {
    const [labelled] = await desk.insert([{}]);
    const label = await desk.label();
    const other = await desk.label('Other');
    await desk.post(labelled!, `labels/${other}`, {});
    const member = await desk.member();
    const views = [await aView({ labels: [label, other] }), await aView({ assignee: member.memberId })];
    const path = `/workspaces/${desk.workspace.id}`;
    await parley.call('DELETE', `${path}/labels/${label}`, { token: desk.owner.secret });
    await parley.call('DELETE', `${path}/members/${member.memberId}`, { token: desk.owner.secret });
    for (const view of views) {
      expect((await call('GET', `/${view}`)).body.broken).toBe(true);
      expect(await listed({ view })).toEqual([]);
    }
    expect((await call('GET', '/counts')).body.counts.map(({ count }: { count: number }) => count)).toEqual([0, 0]);
    const mended = await call('PATCH', `/${views[0]}`, { expectedVersion: 1, filter: {} });
    expect(mended.body.broken).toBe(false);
  });

  it('shows a restricted member none of an agent that they do not see', async () => {
    const other = await desk.anotherAgent();
    const [hidden] = await desk.insert([{ agentId: other.id }]);
    const view = await aView({ agentId: other.id }, shared);
    expect(await listed({ view })).toEqual([hidden]);
    expect(await listed({ view }, await desk.member([desk.agent.id]))).toEqual([]);
  });

  it('lists nothing for a view that the caller does not see', async () => {
    await desk.insert([{}]);
    const view = await aView();
    expect([(await listed({ view })).length, await listed({ view }, await desk.member())]).toEqual([1, []]);
  });

  it('takes the order of the view, unless the query has one', async () => {
    const [old, recent] = (await desk.insert([
      { lastMessageAt: new Date(Date.now() + 60_000).toISOString() },
      { lastMessageAt: new Date().toISOString() },
    ] as never)) as [string, string];
    const view = await aView({}, { sort: 'created' });
    expect(conversationIdsOf(await desk.list({ view }))).toEqual([recent, old]);
    expect(conversationIdsOf(await desk.list({ view, sort: 'activity' }))).toEqual([old, recent]);
  });
});
