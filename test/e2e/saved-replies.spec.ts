import { anAgent } from '../factories/agent';
import { InboxDesk } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const FIELDS = [
  'id',
  'workspaceId',
  'name',
  'shortcut',
  'content',
  'language',
  'agentIds',
  'attachments',
  'visibility',
  'authorMemberId',
  'usedCount',
  'lastUsedAt',
  'version',
  'createdAt',
  'updatedAt',
];

let parley: Parley;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
});

const call = (method: string, where = '', body?: object, by: { secret: string } = desk.author): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}/saved-replies${where}`, {
    token: by.secret,
    ...(body && { body }),
  });
const create = (more: object = {}, by?: { secret: string }): Promise<Reply> =>
  call('POST', '', { name: 'Refund', content: 'It takes a week.', ...more }, by);
const aReply = async (more: object = {}, by?: { secret: string }): Promise<string> => {
  const { status, body } = await create(more, by);
  expect([status, body]).toMatchObject([201, {}]);
  return body.id as string;
};
const refusal = ({ status, body }: Reply) => [status, body.code, body.details?.[0]?.path];
const namesOf = ({ body }: Reply): string[] => (body.savedReplies as { name: string }[]).map(({ name }) => name);

describe('createSavedReply', () => {
  it('201 with the saved reply', async () => {
    const { status, body, headers } = await create({ name: ' Refund ', shortcut: 'refund_1', language: 'EN-gb' });
    expect([status, Object.keys(body)]).toEqual([201, FIELDS]);
    expect(headers.get('location')).toMatch(new RegExp(`/saved-replies/${body.id}$`));
    expect(body).toMatchObject({
      name: 'Refund',
      shortcut: 'refund_1',
      content: 'It takes a week.',
      language: 'en-GB',
      agentIds: [],
      attachments: [],
      visibility: 'workspace',
      authorMemberId: desk.author.memberId,
      usedCount: 0,
      lastUsedAt: null,
      version: 1,
    });
  });

  it('409 for a name or shortcut of a shared reply, not for that of a private one of another member', async () => {
    const other = await desk.member();
    await aReply({ name: 'Café', shortcut: 'cafe' });
    expect(refusal(await create({ name: 'CAFE\u0301' }, other))).toEqual([409, 'saved_reply_name_taken', '/name']);
    expect(refusal(await create({ shortcut: 'cafe' }))).toEqual([409, 'saved_reply_shortcut_taken', '/shortcut']);
    const own = { name: 'Café', shortcut: 'cafe', visibility: 'private' };
    await aReply(own);
    await aReply(own, other);
    expect(refusal(await create({ ...own, shortcut: null }))).toEqual([409, 'saved_reply_name_taken', '/name']);
    expect(refusal(await create({ ...own, name: 'x' }))).toEqual([409, 'saved_reply_shortcut_taken', '/shortcut']);
  });

  it('400 for a variable that does not exist, with its place', async () => {
    const { status, body } = await create({ content: 'Dear {{contact.nmae}}' });
    expect([status, body.details]).toMatchObject([
      400,
      [{ path: '/content', code: 'unknown_variable', position: 6, message: expect.stringContaining('character 6') }],
    ]);
  });

  it.each([
    ['/shortcut', { shortcut: 'Refund' }],
    ['/shortcut', { shortcut: '' }],
    ['/content', { content: '' }],
    ['/content', { content: 'x'.repeat(25_001) }],
    ['/language', { language: 'no language' }],
    ['/visibility', { visibility: 'public' }],
    ['/agentIds', { agentIds: ['01995a3e-4c1f-7d5e-9a51-000000000000'] }],
  ])('400 at %s for %j', async (path, more) => {
    expect((await create(more)).body.details[0].path).toMatch(new RegExp(`^${path}`));
  });

  it('409 beyond 1000 shared and 200 private ones', async () => {
    await parley.database.query(
      `INSERT INTO saved_replies (workspace_id, id, name, name_key, content, agent_ids, visibility, author_member_id)
       SELECT $1, gen_random_uuid(), n, n, 'x', '{}', v, $2 FROM (
         SELECT 'shared ' || n AS n, 'workspace' AS v FROM generate_series(1, 999) n UNION ALL
         SELECT 'own ' || n, 'private' FROM generate_series(1, 199) n) s`,
      [desk.workspace.id, desk.author.memberId],
    );
    for (const visibility of ['workspace', 'private']) {
      const made = await Promise.all(['a', 'b', 'c'].map((name) => create({ name, visibility })));
      expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    }
    expect(refusal(await create({ name: 'd' }))[1]).toBe('saved_reply_limit_reached');
  });
});

describe('listSavedReplies', () => {
  it('200 oldest first, in pages, with the private ones of the caller alone', async () => {
    const other = await desk.member();
    for (const name of ['a', 'b', 'c']) await aReply({ name });
    await aReply({ name: 'mine', visibility: 'private' });
    await aReply({ name: 'theirs', visibility: 'private' }, other);
    const page = await call('GET', '?limit=3');
    expect(namesOf(page)).toEqual(['a', 'b', 'c']);
    const rest = await call('GET', `?limit=3&cursor=${page.body.nextCursor}`);
    expect([namesOf(rest), rest.body.nextCursor]).toEqual([['mine'], null]);
    expect(namesOf(await call('GET', '', undefined, desk.admin))).toEqual(['a', 'b', 'c']);
  });

  it('200 those for all agents or for one of the caller’s, with no other agents', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const restricted = await desk.member([desk.agent.id]);
    await aReply({ name: 'all' });
    await aReply({ name: 'both', agentIds: [desk.agent.id, other.id] });
    await aReply({ name: 'other', agentIds: [other.id] });
    const page = await call('GET', '', undefined, restricted);
    expect(namesOf(page)).toEqual(['all', 'both']);
    expect(page.body.savedReplies[1].agentIds).toEqual([desk.agent.id]);
  });

  it('200 with the text of a search in name, shortcut or content, whatever its characters', async () => {
    await aReply({ name: 'RÜCKGABE', shortcut: 'back', content: '100% of it_' });
    for (const search of ['rückg', 'BACK', '0% of it_', 'OF']) {
      expect([search, namesOf(await call('GET', `?search=${encodeURIComponent(search)}`))]).toEqual([
        search,
        ['RÜCKGABE'],
      ]);
    }
    for (const search of ['0%of', '%', '_b', "'"]) {
      const found = namesOf(await call('GET', `?search=${encodeURIComponent(search)}`));
      expect([search, found]).toEqual([search, search === '%' ? ['RÜCKGABE'] : []]);
    }
  });
});

describe('getSavedReply', () => {
  it('404 for a private one of another member, also to admins', async () => {
    const id = await aReply({ visibility: 'private' });
    expect((await call('GET', `/${id}`)).status).toBe(200);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      expect(
        (await call(method, `/${id}`, method === 'PATCH' ? { expectedVersion: 1 } : undefined, desk.admin)).status,
      ).toBe(404);
    }
  });

  it('404 once its member has left, while their shared ones stay', async () => {
    const other = await desk.member();
    const own = await aReply({ visibility: 'private' }, other);
    const shared = await aReply({}, other);
    await parley.call('DELETE', `/workspaces/${desk.workspace.id}/members/${other.memberId}`, {
      token: desk.admin.secret,
    });
    const left = await parley.database.query('SELECT id FROM saved_replies WHERE id = ANY ($1)', [[own, shared]]);
    expect(left).toEqual([{ id: shared }]);
  });
});

describe('updateSavedReply', () => {
  it('200 for the author and for admins; fields that are not sent stay', async () => {
    const id = await aReply({ shortcut: 'refund' });
    const { status, body } = await call('PATCH', `/${id}`, { expectedVersion: 1, name: 'Money' });
    expect([status, body]).toMatchObject([200, { name: 'Money', shortcut: 'refund', version: 2 }]);
    const cleared = await call('PATCH', `/${id}`, { expectedVersion: 2, shortcut: null }, desk.admin);
    expect(cleared.body).toMatchObject({ name: 'Money', shortcut: null, version: 3 });
    const same = await call('PATCH', `/${id}`, { expectedVersion: 3, name: 'Money' });
    expect(same.body.version).toBe(3);
  });

  it('403 for another member', async () => {
    const id = await aReply();
    const other = await desk.member();
    expect(refusal(await call('PATCH', `/${id}`, { expectedVersion: 1, name: 'x' }, other))[0]).toBe(403);
    expect(refusal(await call('DELETE', `/${id}`, undefined, other))[0]).toBe(403);
  });

  it('409 version_conflict for the later of two', async () => {
    const id = await aReply();
    const both = await Promise.all(['a', 'b'].map((name) => call('PATCH', `/${id}`, { expectedVersion: 1, name })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('409 for the name of another one, 400 for an unknown variable', async () => {
    const id = await aReply();
    await aReply({ name: 'Taken' });
    const update = (more: object) => call('PATCH', `/${id}`, { expectedVersion: 1, ...more });
    expect(refusal(await update({ name: 'TAKEN' }))).toEqual([409, 'saved_reply_name_taken', '/name']);
    expect(refusal(await update({ content: '{{x}}' }))).toEqual([400, 'validation_failed', '/content']);
  });

  it('400 to an admin who would make the reply of another member private', async () => {
    const id = await aReply();
    const change = { expectedVersion: 1, visibility: 'private' };
    expect(refusal(await call('PATCH', `/${id}`, change, desk.admin))).toEqual([
      400,
      'validation_failed',
      '/visibility',
    ]);
    expect((await call('PATCH', `/${id}`, change)).body.visibility).toBe('private');
  });

  it('keeps agents that the author cannot see', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const restricted = await desk.member([desk.agent.id]);
    const id = await aReply({ agentIds: [desk.agent.id] }, restricted);
    await call('PATCH', `/${id}`, { expectedVersion: 1, agentIds: [desk.agent.id, other.id] }, desk.admin);
    const kept = await call('PATCH', `/${id}`, { expectedVersion: 2, agentIds: [desk.agent.id] }, restricted);
    expect([kept.status, kept.body.agentIds]).toEqual([200, [desk.agent.id]]);
    expect((await call('GET', `/${id}`, undefined, desk.admin)).body.agentIds.sort()).toEqual(
      [desk.agent.id, other.id].sort(),
    );
  });
});

describe('removeSavedReply', () => {
  it('200, then 404', async () => {
    const id = await aReply();
    expect((await call('DELETE', `/${id}`)).body).toEqual({ deleted: true });
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });
});
