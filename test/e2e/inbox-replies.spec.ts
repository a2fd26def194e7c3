import { MAX, NIL } from 'uuid';
import type { AgentDto } from '../../src/agents/agent.dto';
import { newId } from '../../src/common/database/uuid';
import { AnswerModel, type ModelAnswer } from '../../src/models/answer-model.port';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { InboxDesk } from '../factories/inbox-fixtures';
import { aKey } from '../factories/key';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

const FIELDS = [
  'id',
  'workspaceId',
  'conversationId',
  'agentId',
  'role',
  'content',
  'channel',
  'lifecycleStatus',
  'lifecycleVersion',
  'revisionCount',
  'authorMemberId',
  'createdAt',
  'dispatchAfterAt',
  'undoDeadlineAt',
  'sentAt',
];

let parley: Parley;
let mailer: FakeReplyMailer;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  mailer = FakeReplyMailer.of(parley);
  desk = await InboxDesk.open(parley);
});

const refusal = ({ status, body }: Reply) => [status, body.code];

describe('replyToConversation', () => {
  it('201 with exactly the message, queued for as long as its author can undo it', async () => {
    const { status, body, headers } = await desk.reply({ content: 'About 7.3e22 kg.' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1${desk.path}/${body.id}`);
    expect(Object.keys(body)).toEqual(FIELDS);
    expect(body).toMatchObject({
      workspaceId: desk.workspace.id,
      conversationId: desk.conversationId,
      agentId: desk.agent.id,
      role: 'human',
      content: 'About 7.3e22 kg.',
      channel: 'widget',
      lifecycleStatus: 'queued',
      lifecycleVersion: 1,
      revisionCount: 0,
      authorMemberId: desk.author.memberId,
      dispatchAfterAt: body.undoDeadlineAt,
      sentAt: null,
    });
    const seconds = (Date.parse(body.undoDeadlineAt) - Date.parse(body.createdAt)) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThan(70);
  });

  it('400 association_invalid on the widget channel where the customer writes by email', async () => {
    await parley.database.query(`UPDATE conversations SET channel = 'email' WHERE id = $1`, [desk.conversationId]);
    const { status, body } = await desk.reply({ channel: 'widget' });
    expect([status, body.code, body.details[0].path]).toEqual([400, 'association_invalid', '/channel']);
    await parley.database.query(`UPDATE conversations SET channel = 'widget' WHERE id = $1`, [desk.conversationId]);
  });

  it('hands the conversation to people, and counts as one message', async () => {
    const figures = async () =>
      (
        await parley.call('GET', `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`, {
          token: desk.admin.secret,
        })
      ).body as AgentDto;
    const before = await figures();
    expect(await desk.heardOf(() => desk.reply())).toEqual(['message.created', 'conversation.updated']);
    await desk.reply();
    expect(await desk.conversation()).toMatchObject({ status: 'open', handler: 'human' });
    const after = await figures();
    expect(after.messageCount).toBe(before.messageCount + 2);
  });

  it('reopens a closed conversation', async () => {
    await parley.database.query(`UPDATE conversations SET status = 'closed', closed_at = now() WHERE id = $1`, [
      desk.conversationId,
    ]);
    await desk.reply();
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
  });

  it.each([0, 60])('waits for as long as its author wants: %d seconds', async (undoSendSeconds) => {
    const patient = await InboxDesk.open(parley, { undoSendSeconds });
    const { body } = await patient.reply();
    const waits = (Date.parse(body.undoDeadlineAt) - Date.parse(body.createdAt)) / 1_000;
    expect(waits).toBeGreaterThanOrEqual(undoSendSeconds);
    await parley.drain();
    const { message } = (await patient.get(body.id)).body;
    expect([message.lifecycleStatus, message.lifecycleVersion]).toEqual(
      undoSendSeconds === 0 ? ['sent', 3] : ['queued', 1],
    );
  });

  it('400 for an email to a customer without an address; nothing is written', async () => {
    mailer.recipient = null;
    const reply = await desk.reply({ channel: 'email' });
    expect([...refusal(reply), reply.body.details[0].path]).toEqual([400, 'association_invalid', '/channel']);
    expect(await desk.conversation()).toMatchObject({ handler: 'agent' });
  });

  it.each([
    ['/content', { content: '' }],
    ['/content', { content: 'x'.repeat(25_001) }],
    ['/content', { content: null }],
    ['/channel', { channel: 'sms' }],
    ['/replyType', { replyType: 'internal_note' }],
  ])('400 at %s for %.40j', async (path, body) => {
    const reply = await desk.reply(body);
    expect([reply.status, reply.body.details[0].path]).toEqual([400, path]);
  });

  it('takes 25,000 characters of any plane', async () => {
    const content = '🌕'.repeat(25_000);
    const { status, body } = await desk.reply({ content });
    expect([status, body.content === content]).toEqual([201, true]);
  });

  it('once for an Idempotency-Key', async () => {
    const send = () =>
      desk.call('POST', '', { content: 'Once.' }, desk.author, { headers: { 'idempotency-key': 'k' } });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('404 for a member who does not reach the agent, in every operation', async () => {
    const { id } = (await desk.reply()).body;
    const hidden = await desk.member([(await anAgent(parley, desk.workspace, desk.admin)).id]);
    const replies = await Promise.all([
      desk.reply({}, hidden),
      desk.get(id, hidden),
      desk.edit(id, 1, 'Mine', hidden),
      desk.undo(id, 1, hidden),
      desk.retry(id, 1, hidden),
      desk.settle(id, 1, {}, hidden),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(404));
  });

  it('silences the agent, even one that is thinking', async () => {
    const answer: ModelAnswer = { kind: 'no_answer', model: 'slow', usage: { inputTokens: 0, outputTokens: 0 } };
    let thinks = (): void => {};
    const thinking = new Promise<void>((resolve) => (thinks = resolve));
    let answers = (_answer: ModelAnswer): void => {};
    const spy = jest.spyOn(parley.get<AnswerModel>(AnswerModel as never), 'answer').mockImplementation(() => {
      thinks();
      return new Promise((resolve) => (answers = resolve));
    });
    const { secret } = await aKey(parley, desk.workspace);
    const turn = parley.call('POST', `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`, {
      token: secret,
      body: { message: 'And of the sun?', conversationId: desk.conversationId },
    });
    await thinking;
    await desk.reply();
    answers(answer);
    const { body } = await turn;
    spy.mockRestore();
    expect([body.outcome, body.message]).toEqual(['human_active', null]);
  });

  it('is seen by customers and models only once it was sent', async () => {
    const { id } = (await desk.reply({ content: 'Not yet for your eyes.' })).body;
    const sentAt = () =>
      parley.database.query<{ sent: boolean }[]>(
        'SELECT sent_at IS NOT NULL AS sent FROM messages WHERE conversation_id = $1 AND id = $2',
        [desk.conversationId, id],
      );
    expect(await sentAt()).toEqual([{ sent: false }]);
    await desk.dispatched(id);
    expect(await sentAt()).toEqual([{ sent: true }]);
  });
});

describe('getInboxMessage', () => {
  it('200 with what happened to it', async () => {
    const { body: message } = await desk.reply({ channel: 'email' });
    const { status, body } = await desk.get(message.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      message,
      recipient: 'ann@example.com',
      attempts: 0,
      failure: null,
      messageIdHeader: `<${message.id}.0@localhost>`,
      bounce: null,
      settledBy: null,
      heldBy: null,
      closesConversation: false,
      deliveries: [
        { address: 'ann@example.com', kind: 'to', status: 'queued', attempts: 0, failure: null, bounce: null },
      ],
      revisions: [
        { revision: 0, content: message.content, authorMemberId: desk.author.memberId, createdAt: expect.any(String) },
      ],
    });
  });

  it('has neither address nor Message-ID on the widget channel', async () => {
    const { id } = (await desk.reply()).body;
    expect((await desk.get(id)).body).toMatchObject({ recipient: null, messageIdHeader: null });
  });

  it('404 for the message of a customer, another conversation’s reply, and ids that nothing has', async () => {
    const [{ id: messageId }] = await parley.database.query<[{ id: string }]>(
      `SELECT id FROM messages WHERE conversation_id = $1 AND role = 'customer'`,
      [desk.conversationId],
    );
    const other = await aConversation(parley, desk.agent);
    const path = `/workspaces/${desk.workspace.id}/inbox/${other.id}/messages`;
    const foreign = (await parley.call('POST', path, { token: desk.author.secret, body: { content: 'x' } })).body.id;
    for (const id of [messageId, foreign, newId(), NIL, MAX])
      expect([id, (await desk.get(id)).status]).toEqual([id, 404]);
    expect((await desk.get('no-uuid')).status).toBe(400);
  });
});

it('an erased customer gets nothing that was still to be sent, and nothing is kept of it', async () => {
  const content = 'Dear Ann, your card was charged twice.';
  const options = { headers: { 'idempotency-key': 'dear-ann' } };
  const { id } = (await desk.call('POST', '', { content, channel: 'email' }, desk.author, options)).body;
  const [{ contactId }] = await parley.database.query<[{ contactId: string }]>(
    'SELECT contact_id AS "contactId" FROM conversations WHERE id = $1',
    [desk.conversationId],
  );
  const path = `/workspaces/${desk.workspace.id}/contacts/${contactId}/erasure`;
  const { confirmation } = (await parley.call('GET', path, { token: desk.admin.secret })).body;
  const erased = await parley.call('POST', path, { token: desk.admin.secret, body: { confirm: confirmation } });
  expect(erased.status).toBe(200);
  await desk.letPass(id);
  await parley.drain();
  expect(mailer.received).toEqual([]);
  const rows = await parley.database.query(
    `SELECT message_id FROM replies WHERE message_id = $1 UNION SELECT message_id FROM reply_revisions WHERE message_id = $1
     UNION SELECT record_id FROM idempotency_keys WHERE record_id = $1`,
    [id],
  );
  expect(rows).toEqual([]);
});
