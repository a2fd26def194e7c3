import { randomUUID } from 'node:crypto';
import { MOST_LOOKED_AT, MOST_MERGED } from '../../src/inbox/conversations/conversation-lists.sql';
import { aContact } from '../factories/contact';
import { type By, conversationIdsOf, ConversationDesk, refusalOf } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FIELDS = [
  ...['id', 'workspaceId', 'agentId', 'contactId', 'channel', 'subject', 'status', 'handler', 'assigneeMemberId'],
  ...[
    'labels',
    'lastMessageAt',
    'parentConversationId',
    'sideConversations',
    'liveSupportRequestCount',
    'closedAt',
    'version',
    'createdAt',
    'updatedAt',
  ],
  ...['unread', 'undelivered', 'unansweredSince', 'lastMessage', 'contact', 'nextClock'],
];

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});

describe('getConversation', () => {
  it('200 with a subject that ends after a whole word of a long first message', async () => {
    const { id } = await desk.conversation(`${'Where is my order? '.repeat(6)}Yesterday it left`);
    const { body } = await desk.get(id);
    expect(body.subject).toBe(`${'Where is my order? '.repeat(6).trim()}…`);
  });

  it('200 with exactly its fields', async () => {
    const { id } = await desk.conversation('Do you ship to Iceland?');
    const { status, body } = await desk.get(id);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([...FIELDS, 'replyTo']);
    expect(body).toMatchObject({
      id,
      workspaceId: desk.workspace.id,
      agentId: desk.agent.id,
      contactId: null,
      channel: 'widget',
      subject: 'Do you ship to Iceland?',
      status: 'open',
      handler: 'agent',
      assigneeMemberId: null,
      labels: [],
      liveSupportRequestCount: 0,
      closedAt: null,
      version: 2,
      unread: true,
      undelivered: 0,
      unansweredSince: null,
      contact: null,
      nextClock: null,
    });
    for (const at of [body.lastMessageAt, body.createdAt, body.updatedAt]) expect(at).toMatch(INSTANT);
  });

  it('404 for another workspace’s, a hidden agent’s, and none, alike', async () => {
    const { id } = await desk.conversation();
    const elsewhere = await (await ConversationDesk.open(parley)).conversation();
    const restricted = await desk.member([(await desk.anotherAgent()).id]);
    const answers = await Promise.all([
      desk.get(elsewhere.id),
      desk.get(randomUUID()),
      desk.get('no-id'),
      desk.get(id, restricted),
    ]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0].status).toBe(404);
  });
});

describe('listConversations', () => {
  it('200 by activity, newest first, in pages, with the records of getConversation', async () => {
    const at = (minute: number): string => `2026-01-15T09:${minute}:00.000Z`;
    const [a, b, c, d] = await desk.insert([
      { lastMessageAt: at(10), status: 'closed' },
      { lastMessageAt: at(30) },
      { lastMessageAt: at(20), status: 'waiting' },
      { lastMessageAt: at(30) },
    ]);
    const first = await desk.list({ limit: 2 });
    expect(conversationIdsOf(first)).toEqual([d, b]);
    const { replyTo: _replyTo, ...listed } = (await desk.get(d!)).body;
    expect(first.body.conversations[0]).toEqual(listed);
    const second = await desk.list({ limit: 2, cursor: first.body.nextCursor });
    expect(conversationIdsOf(second)).toEqual([c, a]);
    expect(second.body.nextCursor).toBeNull();
  });

  it('200 by creation: lists each conversation once, despite changes between two pages', async () => {
    const ids = await desk.insert(Array.from({ length: 7 }, () => ({})));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await desk.list({ sort: 'created', limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...conversationIdsOf(page));
      cursor = page.body.nextCursor;
      await desk.insert([{}]);
      await parley.database.query('UPDATE conversations SET last_message_at = now() WHERE id = $1', [ids[0]]);
    }
    expect(seen).toEqual(ids.reverse());
  });

  it('200 with each filter alone and with others', async () => {
    const other = (await desk.anotherAgent()).id;
    const ann = await desk.member();
    const bob = await desk.member();
    const { id: contactId } = await aContact(parley, desk.workspace, desk.owner, { email: 'cid@example.com' });
    const ids = await desk.insert([
      { status: 'closed', channel: 'email', assigneeMemberId: ann.memberId, subject: 'Refund of my ÄRGER' },
      { status: 'waiting', handler: 'human', assigneeMemberId: bob.memberId, agentId: other },
      { contactId, handler: 'human', assigneeMemberId: ann.memberId },
      { agentId: other, subject: '100% refund_?' },
    ]);
    await desk.post(ids[2]!, 'read', {}, ann);
    const label = await desk.label();
    for (const n of [1, 3]) await desk.post(ids[n]!, `labels/${label}`);
    const found = async (query: Record<string, string>, by: By = ann): Promise<number[]> => {
      const both = await Promise.all(['activity', 'created'].map((sort) => desk.list({ ...query, sort }, by)));
      const [activity, created] = both.map((page) =>
        conversationIdsOf(page)
          .map((id) => ids.indexOf(id))
          .sort(),
      );
      expect(activity).toEqual(created);
      return activity!;
    };
    expect(await found({ status: 'open' })).toEqual([2, 3]);
    expect(await found({ status: 'closed' })).toEqual([0]);
    expect(await found({ assignee: 'me' })).toEqual([0, 2]);
    expect(await found({ assignee: bob.memberId })).toEqual([1]);
    expect(await found({ assignee: 'unassigned' })).toEqual([3]);
    expect(await found({ assignee: 'me', status: 'open' })).toEqual([2]);
    expect(await found({ agentId: other.toUpperCase() })).toEqual([1, 3]);
    expect(await found({ agentId: other, assignee: bob.memberId })).toEqual([1]);
    expect(await found({ agentId: randomUUID() })).toEqual([]);
    expect(await found({ channel: 'email' })).toEqual([0]);
    expect(await found({ handler: 'human' })).toEqual([1, 2]);
    expect(await found({ label })).toEqual([1, 3]);
    expect(await found({ label, status: 'open' })).toEqual([3]);
    expect(await found({ label: randomUUID() })).toEqual([]);
    expect(await found({ unread: 'true' })).toEqual([0, 1, 3]);
    expect(await found({ unread: 'false' })).toEqual([2]);
    expect(await found({ unread: 'true' }, bob)).toEqual([0, 1, 2, 3]);
    expect(await found({ search: 'REFUND' })).toEqual([0, 3]);
    expect(await found({ search: 'ärger' })).toEqual([0]);
    expect(await found({ search: '% refund_' })).toEqual([0, 3]);
    expect(await found({ search: 'CID@example' })).toEqual([2]);
    expect(await found({ search: 'refund', status: 'closed', assignee: 'me', channel: 'email' })).toEqual([0]);
  });

  it('200 with what a restricted member sees, and never by a contact that they do not see', async () => {
    const other = (await desk.anotherAgent()).id;
    const hidden = await aContact(parley, desk.workspace, desk.owner, { name: 'Dora', agentIds: [other] });
    const [mine, theirs] = await desk.insert([{ contactId: hidden.id }, { agentId: other, contactId: hidden.id }]);
    const restricted = await desk.member([desk.agent.id]);
    expect(conversationIdsOf(await desk.list({}, restricted))).toEqual([mine]);
    expect(conversationIdsOf(await desk.list({ sort: 'created' }, restricted))).toEqual([mine]);
    expect(conversationIdsOf(await desk.list({ agentId: other }, restricted))).toEqual([]);
    expect(conversationIdsOf(await desk.list({ search: 'dora' }, restricted))).toEqual([]);
    expect(conversationIdsOf(await desk.list({ search: 'dora' }))).toEqual([theirs, mine]);
    const blind = await desk.member([]);
    expect((await desk.list({}, blind)).body).toEqual({ conversations: [], nextCursor: null });
  });

  it('200 with what a member of many agents sees, and nothing of the one that is hidden', async () => {
    const agents = [desk.agent.id];
    while (agents.length <= MOST_MERGED) agents.push((await desk.anotherAgent()).id);
    const restricted = await desk.member(agents);
    const hidden = (await desk.anotherAgent()).id;
    const assigned = { assigneeMemberId: restricted.memberId };
    const [first, second] = await desk.insert([{ agentId: agents[0]!, ...assigned }, { agentId: agents.at(-1)! }]);
    await desk.insert([{ agentId: hidden, ...assigned }, { agentId: hidden }]);
    const found = async (query: Record<string, string>) => conversationIdsOf(await desk.list(query, restricted));
    const queries: Record<string, string>[] = [{}, { status: 'open' }, { sort: 'created' }];
    for (const query of queries) expect(await found(query)).toEqual([second, first]);
    expect(await found({ assignee: 'me' })).toEqual([first]);
  });

  it('200 with pages that are not full where few match, and all of them in the end', async () => {
    await parley.database.query(
      `INSERT INTO conversations (workspace_id, id, agent_id, last_message_at)
       SELECT $1, gen_random_uuid(), $2, now() - make_interval(secs => n) FROM generate_series(1, $3) n`,
      [desk.workspace.id, desk.agent.id, MOST_LOOKED_AT + 5],
    );
    const [oldest] = await desk.insert([{ handler: 'human', lastMessageAt: '2020-01-01T00:00:00.000Z' }]);
    const first = await desk.list({ handler: 'human' });
    expect(first.body).toMatchObject({ conversations: [], nextCursor: expect.any(String) });
    const second = await desk.list({ handler: 'human', cursor: first.body.nextCursor });
    expect([conversationIdsOf(second), second.body.nextCursor]).toEqual([[oldest], null]);
  });

  it.each([
    [{ status: 'done' }, 'query.status'],
    [{ assignee: 'somebody' }, 'query.assignee'],
    [{ agentId: 'x' }, 'query.agentId'],
    [{ channel: 'fax' }, 'query.channel'],
    [{ label: 'Refund' }, 'query.label'],
    [{ handler: 'robot' }, 'query.handler'],
    [{ unread: 'yes' }, 'query.unread'],
    [{ search: '' }, 'query.search'],
    [{ search: 'x'.repeat(201) }, 'query.search'],
    [{ sort: 'name' }, 'query.sort'],
    [{ limit: 101 }, 'query.limit'],
    [{ undelivered: 'maybe' }, 'query.undelivered'],
    [{ ids: 'x' }, 'query.ids'],
    [{ ids: '' }, 'query.ids'],
    [{ ids: Array.from({ length: 101 }, () => randomUUID()).join() }, 'query.ids'],
    [{ cursor: randomUUID() }, 'query.cursor'],
    [{ cursor: `99999999999999_${randomUUID()}` }, 'query.cursor'],
  ])('400 %j', async (query: Record<string, string | number>, where) => {
    expect(refusalOf(await desk.list(query))).toEqual([400, 'validation_failed', where]);
  });
});
