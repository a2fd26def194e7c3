import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation, aLink } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

interface Team {
  workspace: { id: string };
  agent: { id: string; workspaceId: string };
  admin: { secret: string };
}

let parley: Parley;
let home: Team;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  home = await aTeam();
});

async function aTeam(): Promise<Team> {
  const admin = await aCredential(parley, await anAccount(parley));
  const workspace = await aWorkspace(parley, admin);
  return { workspace, admin, agent: await anAgent(parley, workspace, admin) };
}

const memberOf = async ({ workspace }: Team, restrictedAgentIds: string[] | null = null): Promise<string> =>
  (await aCredential(parley, await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds }))).secret;
const call = (method: string, path: string, body?: object, token = home.admin.secret): Promise<Reply> =>
  parley.call(method, path, { token, ...(body && { body }) });
const labelsOf = ({ workspace }: Team): string => `/workspaces/${workspace.id}/labels`;
const create = (name: unknown, more: object = {}): Promise<Reply> => call('POST', labelsOf(home), { name, ...more });
const aLabel = async (name: string): Promise<string> => (await create(name)).body.id as string;
const names = ({ body }: Reply): string[] => (body.labels as { name: string }[]).map(({ name }) => name);

describe('createLabel', () => {
  it('201 with the label, its color in lower case', async () => {
    const { status, body } = await create(' Refund ', { color: '#AABBCC' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      workspaceId: home.workspace.id,
      name: 'Refund',
      color: '#aabbcc',
      createdAt: expect.any(String),
    });
    expect((await create('Gray')).body.color).toBe('#6b7280');
  });

  it.each([
    ['Café', 'CAFE\u0301'],
    ['Straße', 'strasse'],
  ])('409 for %s and %s, which are one name', async (one, other) => {
    await create(one);
    const { status, body } = await create(other);
    expect([status, body.code]).toEqual([409, 'label_name_taken']);
  });

  it('201 for the name of another workspace’s label', async () => {
    await create('Refund');
    home = await aTeam();
    expect((await create('Refund')).status).toBe(201);
  });

  it.each(['', '  ', 'x'.repeat(61), 1, null])('400 for the name %j', async (name) => {
    expect(await create(name)).toMatchObject({ status: 400, body: { details: [{ path: '/name' }] } });
  });

  it.each(['red', '#fff', '#12345g', null])('400 for the color %j', async (color) => {
    expect(await create('Refund', { color })).toMatchObject({ status: 400, body: { details: [{ path: '/color' }] } });
  });

  it('makes one of several at once with one name', async () => {
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => create('Refund')))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  it('409 beyond 500, exactly', async () => {
    await parley.database.query(
      `INSERT INTO labels (workspace_id, id, name, name_key, color)
       SELECT $1, gen_random_uuid(), n, n, '#000000' FROM (SELECT 'label ' || n AS n FROM generate_series(1, 499) n) s`,
      [home.workspace.id],
    );
    const replies = await Promise.all(['one', 'two', 'three'].map((name) => create(name)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await create('four')).body.code).toBe('label_limit_reached');
  });
});

describe('listLabels', () => {
  it('200 oldest first, in pages, to restricted members too', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const token = await memberOf(home, []);
    const page = await parley.call('GET', labelsOf(home), { token, query: { limit: '2' } });
    expect(names(page)).toEqual(['a', 'b']);
    const cursor = page.body.nextCursor as string;
    const rest = await parley.call('GET', labelsOf(home), { token, query: { limit: '2', cursor } });
    expect([names(rest), rest.body.nextCursor]).toEqual([['c'], null]);
  });
});

describe('updateLabel', () => {
  it('200 with the label; what is not sent stays', async () => {
    const id = await aLabel('Refund');
    const { status, body } = await call('PATCH', `${labelsOf(home)}/${id}`, { name: 'Refunds' });
    expect([status, body]).toMatchObject([200, { id, name: 'Refunds', color: '#6b7280' }]);
    expect((await call('PATCH', `${labelsOf(home)}/${id}`, { color: '#ABCDEF' })).body).toMatchObject({
      name: 'Refunds',
      color: '#abcdef',
    });
    expect((await call('PATCH', `${labelsOf(home)}/${id}`, {})).status).toBe(200);
  });

  it('409 for the name of another label, 200 for its own in other letters', async () => {
    const id = await aLabel('Refund');
    await aLabel('Spam');
    const rename = (name: string) => call('PATCH', `${labelsOf(home)}/${id}`, { name });
    expect(await rename('SPAM')).toMatchObject({ status: 409, body: { code: 'label_name_taken' } });
    expect((await rename('REFUND')).body.name).toBe('REFUND');
  });

  it('403 for a member', async () => {
    const id = await aLabel('Refund');
    const { status, body } = await call('PATCH', `${labelsOf(home)}/${id}`, { name: 'x' }, await memberOf(home));
    expect([status, body.code]).toEqual([403, 'role_insufficient']);
  });
});

describe('removeLabel', () => {
  it('200 from every conversation too, then 404', async () => {
    const id = await aLabel('Refund');
    const conversation = await aConversation(parley, home.agent);
    await call('POST', labelOn(conversation, id));
    const other = await aLabel('Spam');
    expect((await call('DELETE', `${labelsOf(home)}/${id}`)).body).toEqual({ deleted: true });
    expect((await call('DELETE', `${labelsOf(home)}/${id}`)).status).toBe(404);
    expect(names(await call('POST', labelOn(conversation, other)))).toEqual(['Spam']);
  });
});

const labelOn = ({ id, workspaceId }: { id: string; workspaceId: string }, labelId: string): string =>
  `/workspaces/${workspaceId}/inbox/${id}/labels/${labelId}`;

describe('addConversationLabel', () => {
  it('200 with all labels by name; again, it adds nothing', async () => {
    const conversation = await aConversation(parley, home.agent);
    const [spam, refund] = [await aLabel('Spam'), await aLabel('Refund')];
    await call('POST', labelOn(conversation, spam));
    const { status, body } = await call('POST', labelOn(conversation, refund));
    expect(status).toBe(200);
    expect(body).toEqual({
      conversationId: conversation.id,
      labels: [
        expect.objectContaining({ id: refund, name: 'Refund' }),
        expect.objectContaining({ id: spam, name: 'Spam' }),
      ],
      added: true,
    });
    expect((await call('POST', labelOn(conversation, refund))).body).toEqual({ ...body, added: false });
  });

  it('is in the record of the conversation, which has no label of a workspace that it is linked to', async () => {
    const conversation = await aConversation(parley, home.agent);
    const { body } = await call('POST', labelOn(conversation, await aLabel('Refund')));
    const inbox = `/workspaces/${home.workspace.id}/inbox`;
    expect((await call('GET', `${inbox}/${conversation.id}`)).body.labels).toEqual(body.labels);
    expect((await call('GET', inbox)).body.conversations).toMatchObject([{ id: conversation.id, labels: body.labels }]);
    const other = await aWorkspace(parley, home.admin);
    await aLink(parley, home.admin, conversation, other);
    const foreign = (await call('POST', `/workspaces/${other.id}/labels`, { name: 'Theirs' })).body.id as string;
    await call('POST', `/workspaces/${other.id}/linked-conversations/${conversation.id}/labels/${foreign}`);
    expect((await call('GET', `${inbox}/${conversation.id}`)).body.labels).toEqual(body.labels);
  });

  it('raises the version and tells the members, once', async () => {
    const conversation = await aConversation(parley, home.agent);
    const label = await aLabel('Refund');
    const state = async () => {
      const [row] = await parley.database.query<{ version: string; events: number }[]>(
        `SELECT c.version, count(e.id)::int AS events FROM conversations c
         LEFT JOIN inbox_events e ON e.conversation_id = c.id AND e.type = 'conversation.updated'
         WHERE c.id = $1 GROUP BY c.version`,
        [conversation.id],
      );
      return [Number(row!.version), row!.events];
    };
    const [version = 0, events = 0] = await state();
    await call('POST', labelOn(conversation, label));
    await call('POST', labelOn(conversation, label));
    expect(await state()).toEqual([version + 1, events + 1]);
  });

  it('adds one label once for several at once', async () => {
    const conversation = await aConversation(parley, home.agent);
    const label = await aLabel('Refund');
    const replies = await Promise.all(Array.from({ length: 6 }, () => call('POST', labelOn(conversation, label))));
    expect(replies.map(({ body }) => body.added as boolean).filter(Boolean)).toHaveLength(1);
  });

  it('409 beyond 50, however many come at once', async () => {
    const conversation = await aConversation(parley, home.agent);
    await parley.database.query(
      `WITH made AS (
         INSERT INTO labels (workspace_id, id, name, name_key, color)
         SELECT $1, gen_random_uuid(), n, n, '#000000' FROM (SELECT 'label ' || n AS n FROM generate_series(1, 49) n) s
         RETURNING id
       )
       INSERT INTO conversation_labels (workspace_id, conversation_id, label_id, conversation_workspace_id)
       SELECT $1, $2, id, $1 FROM made`,
      [home.workspace.id, conversation.id],
    );
    const labels = await Promise.all(['one', 'two', 'three'].map(aLabel));
    const replies = await Promise.all(labels.map((label) => call('POST', labelOn(conversation, label))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('label_limit_reached');
  });

  it('404 for a label that is removed at the same time, or the label goes from the conversation too', async () => {
    const conversation = await aConversation(parley, home.agent);
    for (let round = 0; round < 5; round += 1) {
      const label = await aLabel(`label ${round}`);
      const adding = call('POST', labelOn(conversation, label));
      const [added, removed] = await Promise.all([adding, call('DELETE', `${labelsOf(home)}/${label}`)]);
      expect([[200, 404].includes(added.status), removed.status]).toEqual([true, 200]);
    }
    const path = `/workspaces/${home.workspace.id}/inbox/${conversation.id}`;
    expect((await call('GET', path)).body.labels).toEqual([]);
  });

  it('404 for a label of another workspace, and for a member who does not see the agent', async () => {
    const conversation = await aConversation(parley, home.agent);
    const label = await aLabel('Refund');
    expect((await call('POST', labelOn(conversation, label), undefined, await memberOf(home, []))).status).toBe(404);
    const { workspace } = home;
    home = await aTeam();
    const foreign = await aLabel('Refund');
    const both = await aCredential(parley, await aMemberOfBoth(workspace, home.workspace));
    expect((await call('POST', labelOn(conversation, foreign), undefined, both.secret)).status).toBe(404);
  });
});

async function aMemberOfBoth(...workspaces: { id: string }[]) {
  const account = await anAccount(parley);
  for (const workspace of workspaces) await aMember(parley, workspace, account);
  return account;
}

describe('removeConversationLabel', () => {
  it('200, then 404', async () => {
    const conversation = await aConversation(parley, home.agent);
    const label = await aLabel('Refund');
    await call('POST', labelOn(conversation, label));
    expect((await call('DELETE', labelOn(conversation, label))).body).toEqual({ deleted: true });
    expect((await call('DELETE', labelOn(conversation, label))).status).toBe(404);
    expect((await call('POST', labelOn(conversation, label))).body.added).toBe(true);
  });
});
