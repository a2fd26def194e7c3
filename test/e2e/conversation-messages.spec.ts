import { conversationIdsOf, ConversationDesk, refusalOf } from '../factories/conversation-fixtures';
import { aHelpDesk } from '../factories/help-desk-fixtures';
import { type Parley, startParley } from '../support/parley';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});

describe('markConversationRead', () => {
  it('200 for the caller alone, until something new is said', async () => {
    const { id } = await desk.conversation();
    const { lastMessageAt } = (await desk.get(id)).body;
    const marked = await desk.post(id, 'read', {});
    expect(marked.body).toEqual({ conversationId: id, unread: false, readUpTo: lastMessageAt });
    expect(conversationIdsOf(await desk.list({ unread: 'true' }))).toEqual([]);
    expect(conversationIdsOf(await desk.list({ unread: 'true' }, await desk.member()))).toEqual([id]);
    await desk.say(id, 'Hello?');
    expect(conversationIdsOf(await desk.list({ unread: 'true' }))).toEqual([id]);
  });

  it('200 for what was read: a message that has come since stays unread, and what is read stays read', async () => {
    const { id } = await desk.conversation();
    const { lastMessageAt } = (await desk.get(id)).body;
    await parley.database.query(`UPDATE conversations SET last_message_at = last_message_at + interval '1 minute'`);
    const some = await desk.post(id, 'read', { readUpTo: lastMessageAt });
    expect(some.body).toEqual({ conversationId: id, unread: true, readUpTo: lastMessageAt });
    expect((await desk.post(id, 'read', { readUpTo: '2999-01-01T00:00:00Z' })).body.unread).toBe(false);
    expect((await desk.post(id, 'read', { readUpTo: lastMessageAt })).body.unread).toBe(false);
  });

  it('counts as a reply, even if a customer writes at that moment; a note alone is no answer', async () => {
    const { id } = await desk.conversation();
    const colleague = await desk.member();
    const unread = async (by = desk.owner): Promise<string[]> =>
      conversationIdsOf(await desk.list({ unread: 'true' }, by));
    expect((await desk.post(id, 'messages', { content: 'A person here.' })).status).toBe(201);
    expect([await unread(), await unread(colleague)]).toEqual([[], [id]]);
    await desk.say(id, 'Hello?');
    expect(await unread()).toEqual([id]);
    await desk.post(id, 'notes', { content: 'She asks twice.' });
    expect(await unread()).toEqual([id]);
    await desk.post(id, 'messages', { content: 'Still here.' });
    expect(await unread()).toEqual([]);
    await desk.post(id, 'notes', { content: 'She seems content.' });
    expect(await unread()).toEqual([]);
  });

  it('400 for what is no time', async () => {
    const { id } = await desk.conversation();
    expect(refusalOf(await desk.post(id, 'read', { readUpTo: 'now' }))).toEqual([
      400,
      'validation_failed',
      '/readUpTo',
    ]);
  });
});

describe('markConversationUnread', () => {
  /** The messages and notes of a conversation, newest first. */
  const items = async (id: string): Promise<{ id: string; createdAt: string }[]> =>
    (await desk.messages(id)).body.messages;
  const justBefore = ({ createdAt }: { createdAt: string }) => new Date(Date.parse(createdAt) - 1).toISOString();

  it('200 for the caller alone, from what the customer wrote last', async () => {
    const { id } = await desk.conversation('First');
    const colleague = await desk.member();
    await desk.post(id, 'messages', { content: 'A person here.' });
    for (const by of [desk.owner, colleague]) await desk.post(id, 'read', {}, by);
    const [, , first] = await items(id);
    const marked = await desk.post(id, 'unread', {});
    expect([marked.status, marked.body]).toEqual([
      200,
      { conversationId: id, unread: true, readUpTo: justBefore(first!) },
    ]);
    const unread = async (by = desk.owner) => conversationIdsOf(await desk.list({ unread: 'true' }, by));
    expect([await unread(), await unread(colleague)]).toEqual([[id], []]);
    expect((await desk.post(id, 'read', {})).body.unread).toBe(false);
  });

  it('200 from a message or a note, and leaves unread what was unread', async () => {
    const { id } = await desk.conversation('First');
    await desk.post(id, 'messages', { content: 'A person here.' });
    await desk.post(id, 'notes', { content: 'Be kind.' });
    await desk.post(id, 'read', {});
    const [note, reply, , first] = await items(id);
    const from = async (fromMessageId: string) => (await desk.post(id, 'unread', { fromMessageId })).body.readUpTo;
    // A note is newer than what can be unread.
    expect(await from(note!.id)).toBe(justBefore({ createdAt: (await desk.get(id)).body.lastMessageAt }));
    expect(await from(first!.id.toUpperCase())).toBe(justBefore(first!));
    expect(await from(reply!.id)).toBe(justBefore(first!));
    expect((await desk.get(id)).body.unread).toBe(true);
  });

  it('200 without a customer’s message, and for who has read nothing', async () => {
    const [id = ''] = await desk.insert([{}]);
    expect((await desk.post(id, 'unread', {})).body).toEqual({ conversationId: id, unread: true, readUpTo: null });
    await desk.post(id, 'read', {});
    const { unread, readUpTo } = (await desk.post(id, 'unread', {})).body;
    expect([unread, readUpTo]).toEqual([true, justBefore({ createdAt: (await desk.get(id)).body.lastMessageAt })]);
  });

  it('400 for a message that the conversation does not have', async () => {
    const { id } = await desk.conversation();
    const [elsewhere] = await items((await desk.conversation()).id);
    for (const fromMessageId of [elsewhere!.id, '01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f']) {
      const refused = refusalOf(await desk.post(id, 'unread', { fromMessageId }));
      expect(refused).toEqual([400, 'association_invalid', '/fromMessageId']);
    }
    const invalid = refusalOf(await desk.post(id, 'unread', { fromMessageId: 'first' }));
    expect(invalid).toEqual([400, 'validation_failed', '/fromMessageId']);
  });
});

describe('listConversationMessages', () => {
  it('200 newest first, in pages, with exactly their fields', async () => {
    const { id } = await desk.conversation('First');
    await desk.say(id, 'Second');
    const { body } = await desk.messages(id);
    expect(body.nextCursor).toBeNull();
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['agent', 'customer', 'agent', 'customer']);
    expect(body.messages[1]).toEqual({
      id: body.messages[1].id,
      role: 'customer',
      content: 'Second',
      channel: 'widget',
      createdAt: expect.stringMatching(INSTANT),
      authorMemberId: null,
      sender: null,
      automatic: false,
      quotedFrom: null,
      forwardedByMemberId: null,
      attachments: [],
      heldBy: null,
      outcome: null,
      citations: [],
      message: null,
      blocks: null,
    });
    const first = (await desk.messages(id, { limit: 3 })).body;
    expect(first.messages).toEqual(body.messages.slice(0, 3));
    const rest = (await desk.messages(id, { limit: 3, cursor: first.nextCursor })).body;
    expect(rest).toEqual({ messages: body.messages.slice(3), nextCursor: null });
  });

  it('200 with notes in their places, also in pages', async () => {
    const { id } = await desk.conversation('First');
    const note = (await desk.post(id, 'notes', { content: 'She called as well.' })).body;
    await desk.say(id, 'Second');
    const { messages } = (await desk.messages(id)).body;
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      ...['agent', 'customer', 'note', 'agent', 'customer'],
    ]);
    const { createdAt } = note;
    expect(messages[2]).toEqual({
      ...{ id: note.id, role: 'note', content: 'She called as well.', channel: null, createdAt },
      ...{ authorMemberId: desk.owner.memberId, sender: null, automatic: false, quotedFrom: null },
      ...{
        forwardedByMemberId: null,
        attachments: [],
        outcome: null,
        citations: [],
        heldBy: null,
        message: null,
        blocks: null,
      },
    });
    const seen: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await desk.messages(id, { limit: 1, ...(cursor ? { cursor } : {}) })).body;
      seen.push(...page.messages);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(messages);
  });

  it('200 with what became of replies', async () => {
    const { id } = await desk.conversation();
    const reply = (await desk.post(id, 'messages', { content: 'A person here.' })).body;
    const [newest] = (await desk.messages(id)).body.messages;
    expect(newest).toMatchObject({ id: reply.id, role: 'human', authorMemberId: desk.owner.memberId });
    expect(newest.message).toEqual(reply);
  });

  it('200 with what the agent’s answers rest on, and Markdown as elements', async () => {
    const { chat, workspace, admin } = await aHelpDesk(parley);
    const answered = (await chat({ message: 'How do I reset my password?' })).body;
    const { conversationId } = answered;
    const path = `/workspaces/${workspace.id}/inbox/${conversationId}/messages`;
    const { body: unanswered } = await chat({ message: 'Do you sell **whales**?', conversationId });
    const reply = { content: 'Look at **Settings**.\n\n- one' };
    await parley.call('POST', path, { token: admin.secret, body: reply });
    const { body } = await parley.call('GET', path, { token: admin.secret });
    const [person, no, question, yes] = body.messages;
    expect(answered.citations).not.toEqual([]);
    expect([yes.outcome, yes.citations]).toEqual(['answered', answered.citations]);
    expect([no.outcome, no.citations]).toEqual([unanswered.outcome, []]);
    expect(yes.blocks[0]).toMatchObject({ type: 'p' });
    expect(question).toMatchObject({ role: 'customer', outcome: null, citations: [], blocks: null });
    expect(person).toMatchObject({ outcome: null, citations: [] });
    expect(person.blocks).toEqual([
      { type: 'p', children: ['Look at ', { type: 'strong', children: ['Settings'] }, '.'] },
      { type: 'ul', children: [{ type: 'li', children: ['one'] }] },
    ]);
  });

  it('404 where the conversation is hidden', async () => {
    const { id } = await desk.conversation();
    expect((await desk.messages(id, {}, await desk.member([]))).status).toBe(404);
  });
});

describe('listInboxLiveSupportRequests', () => {
  it('200 oldest first, with exactly their fields', async () => {
    const { id, workspaceId, agentId } = await desk.handedOver();
    const { status, body } = await desk.call('GET', `/${id}/support-requests/live`);
    expect(status).toBe(200);
    expect(body).toEqual({
      conversationId: id,
      supportRequests: [
        {
          id: expect.any(String),
          workspaceId,
          conversationId: id,
          agentId,
          contactId: null,
          subject: 'I want to talk to a human, please.',
          state: 'new',
          priority: 'normal',
          assigneeMemberId: null,
          episodeNumber: 1,
          waitingOn: null,
          resumeAt: null,
          disposition: null,
          openedAt: expect.stringMatching(INSTANT),
          stateSince: expect.stringMatching(INSTANT),
          endedAt: null,
          sla: [],
          version: 1,
          createdAt: expect.stringMatching(INSTANT),
          updatedAt: expect.stringMatching(INSTANT),
        },
      ],
      canClose: false,
    });
  });

  it('200 with none, where the conversation can be closed', async () => {
    const { id } = await desk.conversation();
    const { body } = await desk.call('GET', `/${id}/support-requests/live`);
    expect(body).toEqual({ conversationId: id, supportRequests: [], canClose: true });
  });

  it('404 where the conversation is hidden', async () => {
    const { id } = await desk.conversation();
    expect((await desk.call('GET', `/${id}/support-requests/live`, await desk.member([]))).status).toBe(404);
  });
});
