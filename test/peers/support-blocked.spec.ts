import { aKey } from '../factories/key';
import { aMail, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import { SupportDesk } from '../factories/support-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

let parley: Parley;
let desk: SupportDesk;
let id: string;
let conversationId: string;

const ADA = { externalId: 'ada', email: 'ada@example.com' };

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  FakeReplyMailer.of(parley);
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
  await desk.policy({ first_response: 3600, next_response: 1800, verified_resolution: 7200 });
  ({ id, conversationId } = await desk.handedOver(ADA));
});

const block = async (blocked = true): Promise<void> => {
  const { contactId } = await desk.get(id);
  const { status } = await desk.call('PATCH', `/contacts/${contactId}`, { blocked }, desk.inbox.admin);
  expect(status).toBe(200);
};
const conversation = async (): Promise<object> => {
  const { status, version, lastMessageAt, liveSupportRequestCount } = (
    await desk.call('GET', `/inbox/${conversationId}`)
  ).body;
  return { status, version, lastMessageAt, liveSupportRequestCount };
};
const mails = async (): Promise<void> => {
  const mail = aMail({ from: ADA.email, text: 'Hello?' });
  const { outcome } = await takeIn(parley, mail, { recipient: replyAddressOf(parley, conversationId) });
  expect(outcome).toBe('threaded');
};
/** By chat, as the contact of the conversation, and by mail. */
const WAYS: [string, () => Promise<unknown>][] = [
  ['by chat', () => desk.say(conversationId, 'Hello?')],
  ['by mail', mails],
];

describe.each(WAYS)('a blocked person who writes %s', (_, write) => {
  it('resumes nothing', async () => {
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await block();
    const before = [await desk.get(id), await conversation()];
    await write();
    expect([await desk.get(id), await conversation()]).toEqual([{ ...before[0], sla: expect.anything() }, before[1]]);
    expect(await desk.statusOf(id, 'verified_resolution')).toBe('paused');
    // It is kept.
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    expect(body.messages[0]).toMatchObject({ role: 'customer', content: expect.stringContaining('Hello?') });
  });

  it('reopens nothing, and opens nothing', async () => {
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    const { version: expectedVersion } = (await desk.call('GET', `/inbox/${conversationId}`)).body;
    await desk.call('POST', `/inbox/${conversationId}/close`, { expectedVersion });
    await block();
    const before = await conversation();
    await write();
    expect(await conversation()).toEqual({ ...before, status: 'closed', liveSupportRequestCount: 0 });
    expect((await desk.get(id)).state).toBe('ended');
  });

  it('waits for no next response, now or after another reply', async () => {
    await desk.replied(conversationId);
    await block();
    await write();
    expect(await desk.clock(id, 'next_response')).toBeNull();
    const messageId = await desk.reply(conversationId);
    await block(false);
    await desk.say(conversationId, 'Do you hear me now?');
    const { startedAt } = await desk.clock(id, 'next_response');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const heard = body.messages.find(({ content }: { content: string }) => content === 'Do you hear me now?');
    expect(startedAt).toBe(heard.createdAt);
  });

  it('is not what a reply leaves unanswered', async () => {
    // It leaves when this test says so, regardless of other work.
    const { secret: token } = desk.inbox.author;
    await parley.call('PATCH', '/account/preferences', { token, body: { undoSendSeconds: 60 } });
    const messageId = await desk.reply(conversationId);
    await block();
    await write();
    await block(false);
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id)).toBe('met');
    expect(await desk.clock(id, 'next_response')).toBeNull();
  });
});

describe('a blocked person whom an agent answers', () => {
  const asks = async (message: string, more: object): Promise<Reply> => {
    const { secret } = await aKey(parley, desk.inbox.workspace);
    const path = `${desk.path}/agents/${desk.inbox.agent.id}/chat`;
    const reply = await parley.call('POST', path, { token: secret, body: { message, ...more } });
    expect(reply.status).toBe(200);
    return reply;
  };

  it('is not handed over, however they ask', async () => {
    await block();
    const outcomes: unknown[] = [];
    let own: string | undefined;
    for (const message of ['I want to talk to a human, please.', 'What is the weight of the moon?', 'And of Mars?']) {
      const { body } = await asks(message, { user: ADA, ...(own && { conversationId: own }) });
      own = body.conversationId as string;
      outcomes.push([body.outcome, body.supportRequestId]);
    }
    expect(outcomes).toEqual(Array(3).fill(['no_answer', null]));
    const { body } = await desk.call('GET', `/inbox/${own}`);
    expect(body).toMatchObject({ handler: 'agent', liveSupportRequestCount: 0 });
  });

  it('is the contact of the turn, not of the conversation', async () => {
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await block();
    await asks('Hello?', { user: ADA, conversationId });
    expect((await desk.get(id)).state).toBe('waiting');
    await asks('Hello?', { user: { externalId: 'grace' }, conversationId });
    expect((await desk.get(id)).state).toBe('active');
  });
});
