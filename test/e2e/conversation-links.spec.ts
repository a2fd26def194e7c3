import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aConversation, aLink, type TestConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
/** Who is an owner of both. */
let owner: { secret: string };
let source: { id: string };
let destination: { id: string };
let agent: { id: string; workspaceId: string };
let conversation: TestConversation;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  owner = await aCredential(parley, await anAccount(parley));
  [source, destination] = [await aWorkspace(parley, owner), await aWorkspace(parley, owner)];
  agent = await anAgent(parley, source, owner);
  conversation = await aConversation(parley, agent);
});

const call = (method: string, path: string, body?: object, token = owner.secret): Promise<Reply> =>
  parley.call(method, path, { token, ...(body && { body }) });
const linksOf = ({ id }: { id: string }): string => `/workspaces/${source.id}/inbox/${id}/links`;
const link = (destinationWorkspaceId: unknown, token = owner.secret): Promise<Reply> =>
  call('POST', linksOf(conversation), { destinationWorkspaceId }, token);
const linked = (workspace = destination): string => `/workspaces/${workspace.id}/linked-conversations`;
const labelOn = ({ id }: { id: string }, labelId: string): string => `${linked()}/${id}/labels/${labelId}`;
const aLabel = async (workspace: { id: string }, name: string): Promise<string> =>
  (await call('POST', `/workspaces/${workspace.id}/labels`, { name })).body.id as string;
const memberOf = async (workspace: { id: string }, restrictedAgentIds: string[] | null = null): Promise<string> =>
  (await aCredential(parley, await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds }))).secret;

describe('linkConversation', () => {
  it('201 with the link; again, the same', async () => {
    const { status, body } = await link(destination.id);
    expect(status).toBe(201);
    expect(body).toEqual({
      conversationId: conversation.id,
      destinationWorkspaceId: destination.id,
      createdAt: expect.any(String),
    });
    expect((await link(destination.id)).body).toEqual(body);
    expect((await call('GET', linksOf(conversation))).body.links).toEqual([body]);
  });

  it('400 alike for its own workspace, one that does not exist, and one that the caller is no full member of', async () => {
    const account = await anAccount(parley);
    const { secret } = await aCredential(parley, await aMember(parley, source, account));
    await aMember(parley, destination, account, { restrictedAgentIds: [] });
    const foreign = await aWorkspace(parley, await aCredential(parley, await anAccount(parley)));
    const replies = [
      await link(source.id),
      await link(randomUUID()),
      await link(foreign.id),
      await link(destination.id, secret),
    ];
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]).toMatchObject({
      status: 400,
      body: { code: 'association_invalid', details: [{ path: '/destinationWorkspaceId' }] },
    });
    expect((await call('GET', linksOf(conversation))).body.links).toEqual([]);
  });

  it('409 beyond 20 workspaces', async () => {
    await parley.database.query(
      `WITH made AS (
         INSERT INTO workspaces (id, owner_account_id, name, name_key, plan_id)
         SELECT gen_random_uuid(), owner_account_id, n, n, 'free'
         FROM workspaces, (SELECT 'team ' || n AS n FROM generate_series(1, 20) n) s WHERE id = $1
         RETURNING id
       )
       INSERT INTO conversation_links (workspace_id, conversation_id, source_workspace_id)
       SELECT id, $2, $1 FROM made`,
      [source.id, conversation.id],
    );
    expect(await link(destination.id)).toMatchObject({ status: 409, body: { code: 'link_limit_reached' } });
  });
});

describe('addLinkedConversationLabel', () => {
  it('200 with the labels of the destination alone; again, it adds nothing', async () => {
    await link(destination.id);
    const own = await aLabel(source, 'Ours');
    await call('POST', `/workspaces/${source.id}/inbox/${conversation.id}/labels/${own}`);
    const label = await aLabel(destination, 'Theirs');
    const { status, body } = await call('POST', labelOn(conversation, label));
    expect(status).toBe(200);
    expect(body).toEqual({
      destinationWorkspaceId: destination.id,
      conversationId: conversation.id,
      labels: [expect.objectContaining({ id: label, name: 'Theirs', workspaceId: destination.id })],
      added: true,
    });
    expect((await call('POST', labelOn(conversation, label))).body).toEqual({ ...body, added: false });
    const again = await call('POST', `/workspaces/${source.id}/inbox/${conversation.id}/labels/${own}`);
    expect((again.body.labels as { id: string }[]).map(({ id }) => id)).toEqual([own]);
  });

  it('adds one label once for several at once', async () => {
    await link(destination.id);
    const label = await aLabel(destination, 'Theirs');
    const replies = await Promise.all(Array.from({ length: 6 }, () => call('POST', labelOn(conversation, label))));
    expect(replies.map(({ body }) => body.added as boolean).filter(Boolean)).toHaveLength(1);
  });

  it('404 for a conversation that is not linked, and for a label of another workspace, the conversation’s included', async () => {
    const label = await aLabel(destination, 'Theirs');
    expect((await call('POST', labelOn(conversation, label))).status).toBe(404);
    await link(destination.id);
    expect((await call('POST', labelOn(conversation, await aLabel(source, 'Ours')))).status).toBe(404);
    const other = await aConversation(parley, agent);
    expect((await call('POST', labelOn(other, label))).status).toBe(404);
  });

  it('404 for who is no member of the destination, or a restricted one', async () => {
    await link(destination.id);
    const label = await aLabel(destination, 'Theirs');
    for (const token of [
      await memberOf(source),
      await memberOf(destination, []),
      await memberOf(destination, [agent.id]),
    ]) {
      expect((await call('POST', labelOn(conversation, label), undefined, token)).status).toBe(404);
    }
    expect((await call('POST', labelOn(conversation, label), undefined, await memberOf(destination))).status).toBe(200);
  });

  it('opens nothing else of the conversation to the destination', async () => {
    await link(destination.id);
    const token = await memberOf(destination);
    for (const workspace of [source, destination]) {
      const notes = `/workspaces/${workspace.id}/inbox/${conversation.id}/notes`;
      expect((await call('GET', notes, undefined, token)).status).toBe(404);
    }
  });
});

describe('removeLinkedConversationLabel', () => {
  it('200, then 404', async () => {
    await link(destination.id);
    const label = await aLabel(destination, 'Theirs');
    await call('POST', labelOn(conversation, label));
    expect((await call('DELETE', labelOn(conversation, label))).body).toEqual({ deleted: true });
    expect((await call('DELETE', labelOn(conversation, label))).status).toBe(404);
  });
});

describe('listLinkedConversations', () => {
  it('200 newest first, in pages, each with its labels', async () => {
    const later = await aConversation(parley, agent);
    for (const one of [conversation, later]) await aLink(parley, owner, one, destination);
    const label = await aLabel(destination, 'Theirs');
    await call('POST', labelOn(conversation, label));
    const first = await parley.call('GET', linked(), { token: owner.secret, query: { limit: '1' } });
    expect(first.body.conversations).toEqual([{ conversationId: later.id, labels: [], linkedAt: expect.any(String) }]);
    const cursor = first.body.nextCursor as string;
    const rest = await parley.call('GET', linked(), { token: owner.secret, query: { limit: '1', cursor } });
    expect(rest.body).toEqual({
      conversations: [
        {
          conversationId: conversation.id,
          labels: [expect.objectContaining({ id: label })],
          linkedAt: expect.any(String),
        },
      ],
      nextCursor: null,
    });
  });

  it('shows a restricted member none', async () => {
    await link(destination.id);
    const { status, body } = await call('GET', linked(), undefined, await memberOf(destination, []));
    expect([status, body]).toEqual([200, { conversations: [], nextCursor: null }]);
  });
});

describe('unlinkConversation', () => {
  const unlink = (token = owner.secret): Promise<Reply> =>
    call('DELETE', `${linksOf(conversation)}/${destination.id}`, undefined, token);

  it('200 with the labels of the destination, also for who is no member there; then 404', async () => {
    await link(destination.id);
    const label = await aLabel(destination, 'Theirs');
    await call('POST', labelOn(conversation, label));
    const token = await memberOf(source);
    expect((await unlink(token)).body).toEqual({ deleted: true });
    expect((await unlink(token)).status).toBe(404);
    expect((await call('GET', linked())).body.conversations).toEqual([]);
    await link(destination.id);
    expect((await call('GET', linked())).body.conversations).toMatchObject([
      { conversationId: conversation.id, labels: [] },
    ]);
  });

  it('404 for a member who does not see the agent', async () => {
    await link(destination.id);
    expect((await unlink(await memberOf(source, []))).status).toBe(404);
    expect((await unlink()).status).toBe(200);
  });

  it('leaves no label behind where labels come at the same time', async () => {
    const label = await aLabel(destination, 'Theirs');
    for (let round = 0; round < 5; round += 1) {
      await link(destination.id);
      const replies = await Promise.all([call('POST', labelOn(conversation, label)), unlink()]);
      expect([[200, 404].includes(replies[0].status), replies[1].status]).toEqual([true, 200]);
    }
    expect(
      await parley.database.query('SELECT 1 FROM conversation_labels WHERE conversation_id = $1', [conversation.id]),
    ).toEqual([]);
  });
});

describe('an erasure', () => {
  it('takes the links and labels of the conversation with it, in the other workspace too', async () => {
    const externalId = `customer-${randomUUID()}`;
    const contact = await aContact(parley, source, owner, { externalId });
    conversation = await aConversation(parley, agent, { user: { externalId } });
    await link(destination.id);
    await call('POST', labelOn(conversation, await aLabel(destination, 'Theirs')));
    const own = await aLabel(source, 'Ours');
    await call('POST', `/workspaces/${source.id}/inbox/${conversation.id}/labels/${own}`);
    await anErasure(parley, source, owner, contact.id);
    for (const table of ['conversation_links', 'conversation_labels']) {
      expect(
        await parley.database.query(`SELECT 1 FROM ${table} WHERE conversation_id = $1`, [conversation.id]),
      ).toEqual([]);
    }
    expect((await call('GET', linked())).body.conversations).toEqual([]);
  });
});
