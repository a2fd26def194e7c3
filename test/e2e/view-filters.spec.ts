import { readFileSync } from 'node:fs';
import { ConversationDesk, conversationIdsOf, refusalOf } from '../factories/conversation-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;
/** Two conversations, of which the first one matches once a filter is made for it. */
let one: string;
let two: string;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
  [one, two] = (await desk.insert([{}, {}])) as [string, string];
});

const call = (method: string, path: string, body?: object, by = desk.owner): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: by.secret, ...(body && { body }) });
const create = (filter: object, by = desk.owner): Promise<Reply> =>
  call('POST', '/views', { name: 'A view', filter }, by);
async function view(filter: object): Promise<string> {
  const { status, body } = await create(filter);
  expect([status, body.filter]).toEqual([201, filter]);
  return body.id as string;
}
const listed = async (query: Record<string, string>): Promise<string[]> => conversationIdsOf(await desk.list(query));
const set = (id: string, columns: string, value?: string): Promise<unknown> =>
  parley.database.query(`UPDATE conversations SET ${columns} WHERE workspace_id = $1 AND id = $2`, [
    ...[desk.workspace.id, id],
    ...(value === undefined ? [] : [value]),
  ]);

async function request(conversationId: string, priority = 'normal'): Promise<void> {
  expect((await call('POST', '/support-requests', { conversationId, priority })).status).toBe(201);
}

/** A conversation that the first one is about. */
async function parent(): Promise<string> {
  const [id] = await desk.insert([{ status: 'closed' }]);
  await set(one, 'parent_conversation_id = $3', id);
  return id!;
}

/** Of each filter that a view has, a value that the first conversation alone matches. */
const VALUES: Record<string, () => Promise<unknown>> = {
  status: async () => (await set(one, `status = 'waiting'`), 'waiting'),
  assignee: async () => (await set(one, 'assignee_member_id = $3', desk.owner.memberId), 'me'),
  agentId: async () => {
    const { id } = await desk.anotherAgent();
    await set(one, 'agent_id = $3', id);
    return id;
  },
  channel: async () => (await set(one, `channel = 'email'`), 'email'),
  handler: async () => (await set(one, `handler = 'human'`), 'human'),
  labels: async () => {
    const label = await desk.label();
    await desk.post(one, `labels/${label}`, {});
    return [label];
  },
  priority: async () => (await request(one, 'urgent'), 'urgent'),
  sla: async () => {
    const targets = [{ milestone: 'first_response', seconds: 3_600, warnAtPercent: 50 }];
    await call('POST', '/sla-policies', { name: 'All', targets });
    await request(one);
    const late = `due_at = now() - interval '1 hour' WHERE workspace_id = $1`;
    await parley.database.query(`UPDATE sla_clocks SET warn_at = now() - interval '2 hours', ${late}`, [
      desk.workspace.id,
    ]);
    await parley.database.query(`UPDATE support_requests SET ${late}`, [desk.workspace.id]);
    return 'breaching';
  },
  waitingMinutes: async () => (await set(one, `last_message_at = now() - interval '2 hours'`), 60),
  unread: async () => (await desk.post(one, 'read', {}), false),
  undelivered: async () => {
    const { body } = await desk.post(one, 'messages', { content: 'x', channel: 'widget' });
    await parley.database.query(`UPDATE replies SET status = 'failed' WHERE message_id = $1`, [body.id]);
    return true;
  },
  parent,
};

/** Parameters of `listConversations` that a view has not: those of a page, of one search, and `labels` in another form. */
const OF_LISTS_ALONE = ['limit', 'cursor', 'sort', 'view', 'ids', 'search', 'label'];

describe('filters of a view', () => {
  it('are those of listConversations', () => {
    const { parameters } = parley.document.paths['/workspaces/{workspaceId}/inbox']!['get']!;
    const named = parameters as unknown as { name: string; in: string }[];
    const ofLists = named.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : []));
    expect(ofLists).toEqual(expect.arrayContaining(OF_LISTS_ALONE));
    const expected = ofLists.filter((name) => !OF_LISTS_ALONE.includes(name)).sort();
    expect(Object.keys(VALUES).sort()).toEqual(expected);
    const { schemas } = JSON.parse(readFileSync('openapi.json', 'utf8')).components;
    for (const schema of ['ViewFilterInput', 'ViewFilter']) {
      expect([schema, Object.keys(schemas[schema].properties).sort()]).toEqual([schema, expected]);
    }
  });

  it.each(Object.keys(VALUES))('lists with %s what listConversations lists', async (name) => {
    const value = await VALUES[name]!();
    const query = { [name]: String(value) };
    expect(await listed(query)).toEqual([one]);
    const [some, all] = [await view({ [name]: value }), await view({})];
    expect(await listed({ view: some })).toEqual([one]);
    expect(await listed({ view: all, ...query })).toEqual([one]);
    const { body } = await call('GET', `/views/counts?viewIds=${some}`);
    expect(body.counts).toEqual([{ viewId: some, count: 1, capped: false }]);
    expect((await call('GET', `/views/${some}`)).body).toMatchObject({ filter: { [name]: value }, broken: false });
    // Both must match.
    expect(await listed({ view: some, ids: two })).toEqual([]);
  });
});

describe('the filter parent', () => {
  it('lists without side conversations, and no conversation that is both', async () => {
    const id = await parent();
    const [main, sides] = [await view({ parent: 'none' }), await view({ parent: id })];
    expect((await listed({ view: main })).sort()).toEqual([two, id].sort());
    expect([await listed({ view: sides, parent: 'none' }), await listed({ view: main, parent: id })]).toEqual([[], []]);
    expect(await listed({ view: sides, parent: id.toUpperCase() })).toEqual([one]);
    const again = await create({ parent: id.toUpperCase() });
    expect(again.body.filter).toEqual({ parent: id });
  });

  it('400 for anything but none and a conversation that the member sees', async () => {
    const id = await parent();
    for (const value of ['', 'all', 7, null]) {
      expect(refusalOf(await create({ parent: value }))).toEqual([400, 'validation_failed', '/filter/parent']);
    }
    const unknown = [400, 'association_invalid', '/filter/parent'];
    expect(refusalOf(await create({ parent: '01995a3e-4c1f-7d5e-9a51-000000000000' }))).toEqual(unknown);
    const restricted = await desk.member([]);
    expect(refusalOf(await create({ parent: id }, restricted))).toEqual(unknown);
    const { body } = await create({}, restricted);
    const change = { expectedVersion: 1, filter: { parent: id } };
    expect(refusalOf(await call('PATCH', `/views/${body.id}`, change, restricted))).toEqual(unknown);
  });

  it('lists nothing once the conversation is gone', async () => {
    const id = await parent();
    const sides = await view({ parent: id });
    await parley.database.query('DELETE FROM conversations WHERE workspace_id = $1 AND id = $2', [
      desk.workspace.id,
      id,
    ]);
    expect((await call('GET', `/views/${sides}`)).body.broken).toBe(true);
    expect(await listed({ view: sides })).toEqual([]);
  });
});
