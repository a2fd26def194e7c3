import { MOST_TESTED } from '../../src/inbox/conversations/conversation-counts.sql';
import { newId } from '../../src/common/database/uuid';
import { type By, conversationIdsOf, ConversationDesk } from '../factories/conversation-fixtures';
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

const VIEWS: Record<string, Record<string, string>> = {
  needsReply: { status: 'open', handler: 'human' },
  mine: { status: 'open', handler: 'human', assignee: 'me' },
  unassigned: { status: 'open', handler: 'human', assignee: 'unassigned' },
  waiting: { status: 'waiting' },
  withAgent: { status: 'open', handler: 'agent' },
  undelivered: { undelivered: 'true' },
  unread: { status: 'open', handler: 'human', unread: 'true' },
};
const some = (count: number, more = false) => ({ count, more });
const counts = async (by?: By) => {
  const { status, body } = await desk.call('GET', '/counts', by);
  expect(status).toBe(200);
  return body;
};
/** What lists have, with the filters that the documentation of each count names. */
const listed = async (by?: By) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(VIEWS).map(async ([view, query]) => [
        view,
        some(conversationIdsOf(await desk.list({ ...query, limit: 100 }, by)).length),
      ]),
    ),
  );

const fill = (how: string, count: number) =>
  parley.database.query(
    `INSERT INTO conversations (workspace_id, id, agent_id, last_message_at, handler, status)
     SELECT $1, gen_random_uuid(), $2, now(), ${how} FROM generate_series(1, $3) n`,
    [desk.workspace.id, desk.agent.id, count],
  );

describe('countConversations', () => {
  it('200 with as many as lists have, for each reader', async () => {
    const other = (await desk.anotherAgent()).id;
    const ann = await desk.member([desk.agent.id]);
    const human = { handler: 'human' };
    const mine = { ...human, assigneeMemberId: ann.memberId };
    const ids = await desk.insert([
      ...[mine, mine, human, human, { ...human, agentId: other }, { ...mine, handler: 'agent' }],
      ...[{ status: 'waiting' }, { status: 'waiting', agentId: other }, { status: 'closed', ...mine }, {}, {}],
    ]);
    await desk.post(ids[0]!, 'read', {}, ann);
    const label = await desk.label();
    for (const n of [0, 4, 8]) await desk.post(ids[n]!, `labels/${label}`);
    const replies = [ids[4], ids[4], ids[2], ids[8]];
    await parley.database.query(
      `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       SELECT $1, conversation_id, id, 'human', 'widget', 'Hello' FROM json_to_recordset($2) AS r (conversation_id uuid, id uuid)`,
      [desk.workspace.id, JSON.stringify(replies.map((id) => ({ conversation_id: id, id: newId() })))],
    );
    await parley.database.query(
      `INSERT INTO replies (workspace_id, conversation_id, message_id, agent_id, channel, type, dispatch_after_at, status)
       SELECT m.workspace_id, m.conversation_id, m.id, c.agent_id, 'widget', 'substantive', now(), 'failed'
       FROM messages m JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
       WHERE m.workspace_id = $1 AND m.role = 'human'`,
      [desk.workspace.id],
    );

    const { byAgent, byLabel, ...all } = await counts();
    expect(all).toEqual(await listed());
    expect(all).toMatchObject({ needsReply: some(5), unassigned: some(3), undelivered: some(3), unread: some(5) });
    expect(byAgent).toEqual([
      { agentId: desk.agent.id, ...some(4) },
      { agentId: other, ...some(1) },
    ]);
    expect(byLabel).toEqual([{ labelId: label, ...some(2) }]);

    const { byAgent: ofAnn, byLabel: labelsOfAnn, ...hers } = await counts(ann);
    expect(hers).toEqual(await listed(ann));
    expect(hers).toMatchObject({
      needsReply: some(4),
      mine: some(2),
      waiting: some(1),
      withAgent: some(3),
      unread: some(3),
    });
    expect([ofAnn, labelsOfAnn]).toEqual([[{ agentId: desk.agent.id, ...some(4) }], [{ labelId: label, ...some(1) }]]);

    const blind = await counts(await desk.member([]));
    expect(blind).toEqual({
      ...Object.fromEntries(Object.keys(VIEWS).map((view) => [view, some(0)])),
      byAgent: [],
      byLabel: [],
    });
  });

  it('200 with 1,000 and more, for the whole workspace and for an agent', async () => {
    await fill(`'human', 'open'`, 1_001);
    await fill(`'agent', 'waiting'`, 1_000);
    await fill(`'agent', 'open'`, 1_001);
    for (const by of [desk.owner, await desk.member([desk.agent.id])]) {
      expect(await counts(by)).toMatchObject({
        needsReply: some(1_000, true),
        unread: some(1_000, true),
        unassigned: some(1_000, true),
        mine: some(0),
        waiting: some(1_000),
        withAgent: some(1_000, true),
        undelivered: some(0),
        byAgent: [{ agentId: desk.agent.id, ...some(1_000, true) }],
      });
    }
  });

  it('200 and says that there may be more, where it does not test all', async () => {
    await fill(`'human', 'open'`, MOST_TESTED);
    const [newest] = await desk.insert([{ handler: 'human', status: 'open' }]);
    const label = await desk.label();
    await desk.post(newest!, `labels/${label}`);
    const { unread, mine, withAgent, byLabel } = await counts();
    expect({ unread, mine, withAgent, byLabel }).toEqual({
      unread: some(1_000, true),
      mine: some(0),
      withAgent: some(0, true),
      byLabel: [],
    });
  });

  it('takes as many statements for many as for none', async () => {
    const statements = async () => (await parley.statementsOf(() => counts())).length;
    const few = await statements();
    await fill(`'human', 'open'`, 50);
    expect(await statements()).toBe(few);
  });
});
