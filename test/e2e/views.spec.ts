import { ConversationDesk } from '../factories/conversation-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const FIELDS = [
  'id',
  'workspaceId',
  'name',
  'filter',
  'sort',
  'visibility',
  'broken',
  'authorMemberId',
  'version',
  'createdAt',
  'updatedAt',
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
const refusal = ({ status, body }: Reply) => [status, body.code, body.details?.[0]?.path];
const namesOf = ({ body }: Reply): string[] => (body.views as { name: string }[]).map(({ name }) => name);

describe('createView', () => {
  it('201 with the view', async () => {
    const label = await desk.label();
    const filter = {
      status: 'open',
      assignee: 'me',
      labels: [label],
      priority: 'high',
      waitingMinutes: 60,
      unread: true,
    };
    const { status, body, headers } = await create({ filter, name: ' Mine ' });
    expect([status, Object.keys(body)]).toEqual([201, FIELDS]);
    expect(headers.get('location')).toMatch(new RegExp(`/views/${body.id}$`));
    expect(body).toMatchObject({
      name: 'Mine',
      filter,
      sort: 'activity',
      visibility: 'private',
      broken: false,
      version: 1,
    });
    expect(Object.keys(body.filter).sort()).toEqual(Object.keys(filter).sort());
  });

  it.each([
    ['/name', { name: '' }],
    ['/filter', { filter: null }],
    ['/filter/status', { filter: { status: 'gone' } }],
    ['/filter/waitingMinutes', { filter: { waitingMinutes: 0 } }],
    ['/filter/assignee', { filter: { assignee: 'us' } }],
    ['/filter/search', { filter: { search: 'x' } }],
    [
      '/filter/labels',
      { filter: { labels: Array.from({ length: 11 }, (_, n) => `01995a3e-4c1f-7d5e-9a51-0000000000${10 + n}`) } },
    ],
    ['/sort', { sort: 'name' }],
  ])('400 at %s for %j', async (path, more) => {
    expect(refusal(await create(more))).toEqual([400, 'validation_failed', path]);
  });

  it('400 for a label, agent or member that does not exist', async () => {
    const id = '01995a3e-4c1f-7d5e-9a51-000000000000';
    for (const [field, value] of [
      ['labels', [id]],
      ['agentId', id],
      ['assignee', id],
    ] as const) {
      expect(refusal(await create({ filter: { [field]: value } }))).toEqual([
        400,
        'association_invalid',
        `/filter/${field}`,
      ]);
    }
  });

  it('403 for a member who would share it', async () => {
    const member = await desk.member();
    expect(refusal(await create(shared, member))[1]).toBe('role_insufficient');
    const own = await aView({}, {}, member);
    const share = await call('PATCH', `/${own}`, { expectedVersion: 1, ...shared }, member);
    expect(refusal(share)[1]).toBe('role_insufficient');
  });

  it('409 beyond 50 private and 100 shared ones', async () => {
    await parley.database.query(
      `INSERT INTO conversation_views (workspace_id, id, name, filter, sort, visibility, position, author_member_id)
       SELECT $1, gen_random_uuid(), 'x', '{}', 'activity', v, n, $2 FROM (
         SELECT n, 'private' AS v FROM generate_series(1, 49) n UNION ALL SELECT n, 'workspace' FROM generate_series(1, 99) n) s`,
      [desk.workspace.id, desk.owner.memberId],
    );
    for (const visibility of ['private', 'workspace']) {
      const made = await Promise.all([1, 2, 3].map(() => create({ visibility })));
      expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    }
    expect((await create()).body.code).toBe('view_limit_reached');
  });
});

describe('listViews', () => {
  it('200 shared ones first, then those of the caller alone', async () => {
    const member = await desk.member();
    for (const name of ['a', 'b']) await aView({}, { name });
    await aView({}, { name: 'shared', ...shared });
    await aView({}, { name: 'theirs' }, member);
    expect(namesOf(await call('GET'))).toEqual(['shared', 'a', 'b']);
    expect(namesOf(await call('GET', '', undefined, member))).toEqual(['shared', 'theirs']);
  });
});

describe('getView', () => {
  it('404 for a private one of another member, and once its member has left', async () => {
    const member = await desk.member();
    const id = await aView({}, {}, member);
    expect((await call('GET', `/${id}`, undefined, member)).status).toBe(200);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    await parley.call('DELETE', `/workspaces/${desk.workspace.id}/members/${member.memberId}`, {
      token: desk.owner.secret,
    });
    expect(await parley.database.query('SELECT FROM conversation_views WHERE id = $1', [id])).toEqual([]);
  });
});

describe('updateView', () => {
  it('200 with the fields that are sent; the filter is replaced', async () => {
    const id = await aView({ status: 'open', unread: true });
    const { status, body } = await call('PATCH', `/${id}`, { expectedVersion: 1, filter: { channel: 'email' } });
    expect([status, body]).toMatchObject([200, { name: 'Open', filter: { channel: 'email' }, version: 2 }]);
    expect(Object.keys(body.filter)).toEqual(['channel']);
    expect((await call('PATCH', `/${id}`, { expectedVersion: 2, name: 'Open' })).body.version).toBe(2);
    expect(refusal(await call('PATCH', `/${id}`, { expectedVersion: 1, name: 'x' }))[1]).toBe('version_conflict');
  });

  it('200 with ids in lower case, as they are elsewhere', async () => {
    const { id } = desk.agent;
    const view = await aView({ agentId: id.toUpperCase(), assignee: desk.owner.memberId.toUpperCase() });
    const { body } = await call('GET', `/${view}`);
    expect(body).toMatchObject({ broken: false, filter: { agentId: id, assignee: desk.owner.memberId } });
  });

  it('403 to members for shared ones, 400 to an admin who would take one for themselves', async () => {
    const member = await desk.member();
    const id = await aView({}, shared);
    expect(refusal(await call('PATCH', `/${id}`, { expectedVersion: 1, name: 'x' }, member))[0]).toBe(403);
    expect(refusal(await call('DELETE', `/${id}`, undefined, member))[0]).toBe(403);
    await parley.database.query('UPDATE conversation_views SET author_member_id = $2 WHERE id = $1', [
      id,
      member.memberId,
    ]);
    const take = await call('PATCH', `/${id}`, { expectedVersion: 1, visibility: 'private' });
    expect(refusal(take)).toEqual([400, 'validation_failed', '/visibility']);
    expect(refusal(await call('PATCH', `/${id}`, { expectedVersion: 1, name: 'x' }, member))[0]).toBe(403);
  });
});

describe('removeView', () => {
  it('200, then 404', async () => {
    const id = await aView();
    expect((await call('DELETE', `/${id}`)).body).toEqual({ deleted: true });
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });
});

describe('reorderViews', () => {
  const order = (viewIds: string[], by?: By) => call('PUT', '/order', { viewIds }, by);

  it('200 with all views in the new order, which is no change of them', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push(await aView({}, { name }));
    const top = await aView({}, { name: 'shared', ...shared });
    const [a, b, c] = ids as [string, string, string];
    const { status, body } = await order([c, a, b]);
    expect([status, namesOf({ body } as Reply)]).toEqual([200, ['shared', 'c', 'a', 'b']]);
    expect(body.views.map(({ version }: { version: number }) => version)).toEqual([1, 1, 1, 1]);
    await aView({}, { name: 'd' });
    expect(namesOf(await call('GET'))).toEqual(['shared', 'c', 'a', 'b', 'd']);
    expect((await order([top])).status).toBe(200);
  });

  it('400 unless each is named once, 403 to members for the shared ones', async () => {
    const [a, b] = [await aView(), await aView()];
    const top = await aView({}, shared);
    const member = await desk.member();
    for (const ids of [[a], [a, b, top], [], [a, '01995a3e-4c1f-7d5e-9a51-000000000000']]) {
      expect(refusal(await order(ids))).toEqual([400, 'validation_failed', '/viewIds']);
    }
    expect(refusal(await order([a, b], member))[0]).toBe(400);
    expect(refusal(await order([top], member))[1]).toBe('role_insufficient');
  });
});
