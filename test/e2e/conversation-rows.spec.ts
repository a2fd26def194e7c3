import { newId } from '../../src/common/database/uuid';
import { conversationIdsOf } from '../factories/conversation-fixtures';
import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';

// oxlint-disable-next-line typescript/no-explicit-any -- rows as the API answers them
type Row = any;
type By = { secret: string };

let parley: Parley;
let desk: SupportDesk;
let id: string;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
  id = desk.inbox.conversationId;
});

const list = (query: Record<string, string | number> = {}, by: By = desk.inbox.author) =>
  parley.call('GET', `${desk.path}/inbox`, { token: by.secret, query });

/** The conversation as getConversation answers it, which is as a list has it. */
async function row(of = id, by: By = desk.inbox.author): Promise<Row> {
  const { replyTo: _replyTo, ...body } = (await desk.call('GET', `/inbox/${of}`, undefined, by)).body;
  const listed = (await list({ ids: of }, by)).body;
  // A second may have passed between the two reads.
  if (body.nextClock) listed.conversations[0].nextClock.elapsedSeconds = body.nextClock.elapsedSeconds;
  expect(listed).toEqual({ conversations: [body], nextCursor: null });
  return body;
}

const say = (content: string, sender: object | null = null) =>
  parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, sender)
     VALUES ($1, $2, $3, 'customer', 'email', $4, $5)`,
    [desk.inbox.workspace.id, id, newId(), content, sender],
  );

describe('contact', () => {
  const contact = async (by?: By) => (await row(id, by)).contact;
  const change = async (body: object) =>
    desk.call('PATCH', `/contacts/${(await contact()).id}`, body, desk.inbox.admin);

  it('names the customer, and is null for a member who does not see the contact, and once it is removed', async () => {
    const { contactId } = await row();
    await change({ name: 'Ann Lee', blocked: true });
    const named = { id: contactId, name: 'Ann Lee', email: 'ann@example.com', verified: true, blocked: true };
    expect(await contact()).toEqual(named);

    const other = await desk.call('POST', '/agents', { name: 'Other' }, desk.inbox.admin);
    const restricted = await desk.inbox.member([desk.inbox.agent.id]);
    expect(await contact(restricted)).toEqual(named);
    await change({ agentIds: [other.body.id] });
    expect([await contact(restricted), await contact()]).toEqual([null, named]);

    await desk.call('DELETE', `/contacts/${contactId}`, undefined, desk.inbox.admin);
    expect(await row()).toMatchObject({ contactId, contact: null });
  });

  it.each([
    ['verified', 'contact', true],
    ['unknown', 'contact', false],
    ['unverified', 'contact', false],
    ['unknown', 'external', true],
  ])('whose newest mail is %s, of the %s: verified %s', async (verified, relation, expected) => {
    await say('A mail', { name: null, address: 'ann@example.com', verified, relation });
    expect((await contact()).verified).toBe(expected);
  });
});

describe('lastMessage', () => {
  it('is the newest message that stands, at most 160 code points of it on one line', async () => {
    await say(`  Hello\n\n\tthere ${'🌕'.repeat(400)}`);
    const said = (await row()).lastMessage;
    expect(said).toMatchObject({ role: 'customer', authorMemberId: null, createdAt: expect.stringMatching(/Z$/) });
    expect(said.preview).toBe(`Hello there ${'🌕'.repeat(148)}`);

    const replied = await desk.reply(id, { content: 'It is full.' });
    const { memberId: authorMemberId } = desk.inbox.author;
    expect((await row()).lastMessage).toMatchObject({
      id: replied,
      role: 'human',
      preview: 'It is full.',
      authorMemberId,
    });
    await parley.database.query(`UPDATE replies SET status = 'undone' WHERE message_id = $1`, [replied]);
    expect((await row()).lastMessage).toEqual(said);

    await say('Words of a blocked person');
    await parley.database.query('UPDATE messages SET from_blocked = true WHERE conversation_id = $1', [id]);
    await parley.database.query('UPDATE messages SET from_blocked = false WHERE id = $1', [said.id]);
    await desk.call('POST', `/inbox/${id}/notes`, { content: 'A note' });
    expect((await row()).lastMessage).toEqual(said);
  });

  it('shows nothing of what was erased', async () => {
    const { contactId } = await row();
    await desk.say(id, 'I want to talk to a human, please.');
    await desk.say(id, 'My secret');
    expect((await row()).lastMessage.preview).toBe('My secret');
    const erasure = `/contacts/${contactId}/erasure`;
    const { confirmation: confirm } = (await desk.call('GET', erasure, undefined, desk.inbox.admin)).body;
    expect((await desk.call('POST', erasure, { confirm }, desk.inbox.admin)).status).toBe(200);
    expect((await list()).text).not.toContain('My secret');
  });
});

describe('unread', () => {
  it('is of the caller alone', async () => {
    expect((await row()).unread).toBe(true);
    await desk.call('POST', `/inbox/${id}/read`, {});
    expect([(await row()).unread, (await row(id, desk.inbox.admin)).unread]).toEqual([false, true]);
    await desk.say(id, 'One more thing');
    expect((await row()).unread).toBe(true);
  });
});

describe('undelivered', () => {
  it('counts replies that may not have arrived, and filters by them', async () => {
    const { conversationId: other } = await desk.request();
    const found = async (undelivered: boolean, by?: By) =>
      conversationIdsOf(await list({ undelivered: String(undelivered) }, by)).sort();
    expect([await found(true), await found(false)]).toEqual([[], [id, other].sort()]);

    const replies = [await desk.reply(id), await desk.reply(id), await desk.reply(id)];
    await parley.database.query(`UPDATE replies SET status = 'failed' WHERE message_id = ANY ($1)`, [replies.slice(1)]);
    expect((await row()).undelivered).toBe(2);
    expect([await found(true), await found(false)]).toEqual([[id], [other]]);
    expect(conversationIdsOf(await list({ undelivered: 'true', status: 'closed' }))).toEqual([]);
    expect(conversationIdsOf(await list({ undelivered: 'true', ids: other }))).toEqual([]);
    expect(await found(true, await desk.inbox.member([]))).toEqual([]);
  });
});

describe('nextClock', () => {
  it('is the running clock of the live requests that is due first', async () => {
    await desk.policy({ first_response: 600 }, { match: { priorities: ['urgent'] } });
    await desk.policy({ first_response: 7_200, verified_resolution: 9_000 });
    const { id: first, conversationId } = await desk.request();
    const clock = async () => (await row(conversationId)).nextClock;
    const clockOf = async (of: string) => ({
      ...(await desk.clock(of, 'first_response')),
      elapsedSeconds: expect.any(Number),
    });
    expect(await clock()).toEqual(await clockOf(first as string));
    const urgent = (await desk.call('POST', '/support-requests', { conversationId, priority: 'urgent' })).body.id;
    expect(await clock()).toEqual(await clockOf(urgent as string));
    expect((await clock()).targetSeconds).toBe(600);
    await desk.transition(urgent as string, { kind: 'end', disposition: 'other' });
    expect((await clock()).targetSeconds).toBe(7_200);

    await desk.letPass(100_000);
    expect(await clock()).toMatchObject({ status: 'breaching', targetSeconds: 7_200 });
    expect((await clock()).elapsedSeconds).toBeGreaterThanOrEqual(100_000);
    await desk.transition(first as string, { kind: 'end', disposition: 'other' });
    expect(await clock()).toBeNull();
    expect((await row()).nextClock).toBeNull();
  });
});

describe('replyTo', () => {
  const replyTo = async (by: By = desk.inbox.author) =>
    (await desk.call('GET', `/inbox/${id}`, undefined, by)).body.replyTo;
  const byMail = () => parley.database.query(`UPDATE conversations SET channel = 'email' WHERE id = $1`, [id]);
  const change = async (body: object) =>
    desk.call('PATCH', `/contacts/${(await row()).contact.id}`, body, desk.inbox.admin);

  it('is the chat of a customer who writes there', async () => {
    await change({ name: 'Ann Lee' });
    expect(await replyTo()).toEqual({ channel: 'widget', name: 'Ann Lee', address: null, problem: null });
  });

  it('is the address that a reply goes to, with the name only of a contact who has it', async () => {
    await byMail();
    await change({ name: 'Ann Lee' });
    const toAnn = { channel: 'email', name: 'Ann Lee', address: 'ann@example.com', problem: null };
    expect(await replyTo()).toEqual(toAnn);
    const reply = await desk.call('POST', `/inbox/${id}/messages`, { content: 'Hello' });
    expect((await desk.call('GET', `/inbox/${id}/messages/${reply.body.id}`)).body.recipient).toBe('ann@example.com');
    await change({ email: null });
    expect(await replyTo()).toEqual({ channel: 'email', name: null, address: null, problem: 'no_address' });
  });
});

describe('ids', () => {
  it('lists those that the caller sees, in any case, with other filters and in pages', async () => {
    const { conversationId: other } = await desk.request();
    const ids = [id.toUpperCase(), other, newId()].join();
    expect(conversationIdsOf(await list({ ids })).sort()).toEqual([id, other].sort());
    expect(conversationIdsOf(await list({ ids, status: 'closed' }))).toEqual([]);
    const first = await list({ ids, sort: 'created', limit: 1 });
    const second = await list({ ids, sort: 'created', limit: 1, cursor: first.body.nextCursor });
    expect([...conversationIdsOf(first), ...conversationIdsOf(second)]).toEqual([other, id]);
    expect(second.body.nextCursor).toBeNull();
    expect((await list({ ids }, await desk.inbox.member([]))).body.conversations).toEqual([]);
    const elsewhere = await SupportDesk.open(parley);
    expect((await list({ ids: elsewhere.inbox.conversationId })).body.conversations).toEqual([]);
  });
});

it('takes as many statements for 30 rows as for 3, and no field of it is in what a change answers', async () => {
  await desk.policy({ first_response: 3_600 });
  const requests = async (count: number) => {
    for (let n = 0; n < count; n++) await desk.handedOver({ externalId: `c${n}` });
  };
  const statements = async () => (await parley.statementsOf(() => list({ limit: 50, unread: 'true' }))).length;
  await requests(2);
  const few = await statements();
  await requests(27);
  expect((await list()).body.conversations).toHaveLength(30);
  expect(await statements()).toBe(few);

  const { version: expectedVersion, ...before } = await row();
  const changed = await desk.call('PATCH', `/inbox/${id}`, { subject: 'Moon', expectedVersion });
  const own = ['unread', 'undelivered', 'unansweredSince', 'lastMessage', 'contact', 'nextClock'];
  expect([...Object.keys(changed.body), ...own].sort()).toEqual([...Object.keys(before), 'version'].sort());
});
