import { ConversationDesk, conversationIdsOf } from '../factories/conversation-fixtures';
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

const listed = async (query: Record<string, string>): Promise<string[]> =>
  conversationIdsOf(await desk.list(query)).sort();
const request = async (conversationId: string, priority = 'normal'): Promise<string> => {
  const path = `/workspaces/${desk.workspace.id}/support-requests`;
  const reply = await parley.call('POST', path, { token: desk.owner.secret, body: { conversationId, priority } });
  expect(reply.status).toBe(201);
  return reply.body.id as string;
};

describe('listConversations by labels', () => {
  it('lists those with at least one of them, and together with label those with both', async () => {
    const [one, two, both] = (await desk.insert([{}, {}, {}, {}])) as [string, string, string];
    const [a, b] = [await desk.label('a'), await desk.label('b')];
    for (const [id, label] of [
      [one, a],
      [two, b],
      [both, a],
      [both, b],
    ] as const)
      await desk.post(id, `labels/${label}`, {});
    expect(await listed({ labels: `${a},${b.toUpperCase()}` })).toEqual([one, two, both].sort());
    expect(await listed({ labels: a })).toEqual([one, both].sort());
    expect(await listed({ labels: a, label: b })).toEqual([both]);
    const eleven = Array.from({ length: 11 }, () => a).join();
    expect((await desk.list({ labels: eleven })).body.details[0].path).toBe('query.labels');
  });
});

describe('listConversations by support requests', () => {
  it('lists those with a live request of the priority', async () => {
    const [urgent, usual] = (await desk.insert([{}, {}, {}])) as [string, string];
    const live = await request(urgent, 'urgent');
    await request(usual);
    expect([await listed({ priority: 'urgent' }), await listed({ priority: 'normal' })]).toEqual([[urgent], [usual]]);
    expect(await listed({ priority: 'urgent', ids: usual })).toEqual([]);
    expect(await listed({ priority: 'urgent', status: 'closed' })).toEqual([]);
    await parley.database.query(
      `UPDATE support_requests SET state = 'ended', ended_at = now(), disposition_code = 'resolved'
      WHERE workspace_id = $1 AND id = $2`,
      [desk.workspace.id, live],
    );
    expect(await listed({ priority: 'urgent' })).toEqual([]);
  });

  it('lists those with a clock that is imminent or breaching', async () => {
    const policy = { name: 'All', targets: [{ milestone: 'first_response', seconds: 3_600, warnAtPercent: 50 }] };
    await parley.call('POST', `/workspaces/${desk.workspace.id}/sla-policies`, {
      token: desk.owner.secret,
      body: policy,
    });
    const [late, soon, early] = (await desk.insert([{}, {}, {}])) as [string, string, string];
    const clocks = [await request(late), await request(soon), await request(early)];
    const move = (id: string, warn: string, due: string) =>
      parley.database.query(
        `WITH moved AS (
           UPDATE sla_clocks SET warn_at = now() + $3::interval, due_at = now() + $4::interval
           WHERE workspace_id = $1 AND support_request_id = $2 RETURNING due_at
         ) UPDATE support_requests SET due_at = (SELECT due_at FROM moved) WHERE workspace_id = $1 AND id = $2`,
        [desk.workspace.id, id, warn, due],
      );
    await move(clocks[0]!, '-2 hours', '-1 hour');
    await move(clocks[1]!, '-1 hour', '1 hour');
    await move(clocks[2]!, '1 hour', '2 hours');
    expect([await listed({ sla: 'breaching' }), await listed({ sla: 'imminent' })]).toEqual([[late], [soon]]);
    expect(await listed({ sla: 'breaching', priority: 'urgent' })).toEqual([]);
  });
});

describe('listConversations by waitingMinutes', () => {
  it('lists open ones whose newest message is as old', async () => {
    const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const [old] = (await desk.insert([
      { lastMessageAt: ago(61) },
      { lastMessageAt: ago(59) },
      { lastMessageAt: ago(61), status: 'waiting' },
      { lastMessageAt: ago(61), status: 'closed' },
    ] as never)) as [string];
    expect(await listed({ waitingMinutes: '60' })).toEqual([old]);
    expect(await listed({ waitingMinutes: '60', status: 'waiting' })).toEqual([]);
    expect((await desk.list({ waitingMinutes: '0' })).status).toBe(400);
  });
});
