import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMember } from '../factories/member';
import type { Reply } from '../support/call';
import { tablesWith } from '../support/everything';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
let conversation: { id: string };

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());
beforeEach(async () => {
  conversation = await aConversation(parley, desk.agent);
});

const notesOf = ({ id }: { id: string }): string => `/workspaces/${desk.workspace.id}/inbox/${id}/notes`;
const write = (content: unknown, token = desk.admin.secret): Promise<Reply> =>
  parley.call('POST', notesOf(conversation), { token, body: { content } });
const list = (query: Record<string, string> = {}, token = desk.admin.secret): Promise<Reply> =>
  parley.call('GET', notesOf(conversation), { token, query });
const contentsOf = ({ body }: Reply): string[] => (body.notes as { content: string }[]).map(({ content }) => content);
const memberOf = async (restrictedAgentIds: string[] | null): Promise<{ memberId: string; secret: string }> => {
  const member = await aMember(parley, desk.workspace, await anAccount(parley), { restrictedAgentIds });
  return { memberId: member.memberId, secret: (await aCredential(parley, member)).secret };
};

describe('createInboxNote', () => {
  it('201 with the note, as it was written', async () => {
    const { memberId, secret } = await memberOf([desk.agent.id]);
    const { status, body } = await write('  She called.\n\nThe refund is approved. ', secret);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      workspaceId: desk.workspace.id,
      conversationId: conversation.id,
      content: '  She called.\n\nThe refund is approved. ',
      authorMemberId: memberId,
      createdAt: expect.any(String),
    });
  });

  it('201 for 25,000 characters of any script, 400 for one more', async () => {
    expect((await write('🙂'.repeat(25_000))).status).toBe(201);
    expect((await write('🙂'.repeat(25_001))).status).toBe(400);
  });

  it.each(['', ' \n\t', 1, null])('400 for %j', async (content) => {
    const { status, body } = await write(content);
    expect([status, body.details]).toMatchObject([400, [{ path: '/content' }]]);
  });

  it('404 for a member who does not see the agent', async () => {
    const other = await anAgent(parley, desk.workspace, desk.admin);
    const { secret } = await memberOf([other.id]);
    expect([(await write('Hello', secret)).status, (await list({}, secret)).status]).toEqual([404, 404]);
    expect(contentsOf(await list())).toEqual([]);
  });

  it('tells the members once, and changes nothing of the conversation', async () => {
    const state = () => parley.database.query<object[]>('SELECT * FROM conversations WHERE id = $1', [conversation.id]);
    const before = await state();
    const { id } = (await write('Hello')).body as { id: string };
    expect(await state()).toEqual(before);
    const events = await parley.database.query<object[]>(
      `SELECT type, agent_id, conversation_id FROM inbox_events WHERE message_id = $1`,
      [id],
    );
    expect(events).toEqual([{ type: 'note.created', agent_id: desk.agent.id, conversation_id: conversation.id }]);
  });
});

describe('listInboxNotes', () => {
  it('200 newest first, in pages', async () => {
    for (const content of ['first', 'second', 'third']) await write(content);
    const page = await list({ limit: '2' });
    expect(contentsOf(page)).toEqual(['third', 'second']);
    const rest = await list({ limit: '2', cursor: page.body.nextCursor as string });
    expect([contentsOf(rest), rest.body.nextCursor]).toEqual([['first'], null]);
  });

  it('has the notes of one conversation only', async () => {
    await write('Hello');
    conversation = await aConversation(parley, desk.agent);
    expect(contentsOf(await list())).toEqual([]);
  });
});

describe('a note', () => {
  const SECRET_WORD = 'kumquat';

  it('is in no table that customers, contacts or answers are read from', async () => {
    await write(`Offer a ${SECRET_WORD} at most`);
    expect(await tablesWith(parley, SECRET_WORD)).toEqual(['inbox_notes']);
  });

  it('is in no answer to a customer and in no profile', async () => {
    const user = { externalId: `customer-${randomUUID()}` };
    conversation = await aConversation(parley, desk.agent, { user });
    await write(`To reset your password, use the ${SECRET_WORD}.`);
    const turn = await desk.chat({ message: 'How do I reset my password?', conversationId: conversation.id });
    expect(turn.text).not.toContain(SECRET_WORD);
    const contacts = `/workspaces/${desk.workspace.id}/contacts`;
    const search = { search: user.externalId };
    const found = await parley.call('GET', contacts, { token: desk.admin.secret, query: search });
    const { id } = (found.body.contacts as { id: string }[])[0]!;
    expect((await parley.call('GET', `${contacts}/${id}`, { token: desk.admin.secret })).text).not.toContain(
      SECRET_WORD,
    );
  });

  it('is erased with the person, and so is the response kept for a retry', async () => {
    const externalId = `customer-${randomUUID()}`;
    const contact = await aContact(parley, desk.workspace, desk.admin, { externalId });
    conversation = await aConversation(parley, desk.agent, { user: { externalId } });
    const sent = { token: desk.admin.secret, body: { content: 'Quince' }, headers: { 'Idempotency-Key': 'once' } };
    const { id } = (await parley.call('POST', notesOf(conversation), sent)).body as { id: string };
    const storedKeys = () => parley.database.query('SELECT 1 FROM idempotency_keys WHERE record_id = $1', [id]);
    expect(await storedKeys()).toHaveLength(1);
    await anErasure(parley, desk.workspace, desk.admin, contact.id);
    expect([await storedKeys(), await tablesWith(parley, 'Quince')]).toEqual([[], []]);
  });
});
