import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer, REFUSED } from '../support/reply-mailer';

let parley: Parley;
let desk: SupportDesk;
let mailer: FakeReplyMailer;
let conversationId: string;
let requestId: string;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
  mailer = FakeReplyMailer.of(parley);
  await desk.policy({ first_response: 3_600, verified_resolution: 7_200 });
  await desk.call('PATCH', '/../../account/preferences', { undoSendSeconds: 60 });
  const request = await desk.handedOver({ externalId: 'ann', email: 'ann@example.com' });
  ({ id: requestId, conversationId } = request);
});

const closing = { closeWhenSent: { disposition: 'resolved', note: 'Sent the invoice.' } };
const conversation = async () => (await desk.call('GET', `/inbox/${conversationId}`)).body;
const stateOf = async () => [(await conversation()).status, (await desk.get(requestId)).state];
const message = async (id: string) => (await desk.call('GET', `/inbox/${conversationId}/messages/${id}`)).body;
const act = async (id: string, what: string, more: object = {}) => {
  const { lifecycleVersion: expectedVersion } = (await message(id)).message;
  const path = `/inbox/${conversationId}/messages/${id}/${what}`;
  expect((await desk.call('POST', path, { expectedVersion, ...more })).status).toBe(200);
};
const send = async (id: string) => {
  await desk.inbox.letPass(id);
  await parley.drain();
};
/** After a failure, a retry closes nothing: the member decides anew. */
const closesNothing = async (id: string) => {
  expect((await message(id)).closesConversation).toBe(false);
  expect((await stateOf())[1]).toBe('new');
};

describe('closeWhenSent', () => {
  it('ends the live requests and closes the conversation once the reply is sent, and not before', async () => {
    const second = (await desk.call('POST', '/support-requests', { conversationId })).body.id as string;
    const id = await desk.reply(conversationId, closing);
    expect([await stateOf(), (await message(id)).closesConversation]).toEqual([['open', 'new'], true]);
    await send(id);
    const { status, closedAt, liveSupportRequestCount } = await conversation();
    expect([status, closedAt, liveSupportRequestCount]).toEqual(['closed', expect.any(String), 0]);
    for (const one of [requestId, second]) {
      expect(await desk.get(one)).toMatchObject({
        state: 'ended',
        disposition: { code: 'resolved', note: 'Sent the invoice.', memberId: desk.inbox.author.memberId },
      });
      const entry = (await desk.history(one)).find(({ kind }) => kind === 'end');
      expect(entry).toMatchObject({
        actorMemberId: desk.inbox.author.memberId,
        reason: 'The conversation was closed.',
      });
    }
    // The reply counts before the requests end.
    expect(await desk.statusOf(requestId)).toBe('met');
    expect((await message(id)).closesConversation).toBe(false);
  });

  it('goes on after a deferral', async () => {
    const id = await desk.reply(conversationId, { ...closing, channel: 'email' });
    mailer.behave = () => Promise.resolve({ outcome: 'refused', final: false, failure: REFUSED });
    await send(id);
    expect((await message(id)).message.lifecycleStatus).toBe('queued');
    mailer.behave = () => Promise.resolve({ outcome: 'sent', serverMessageId: null });
    await send(id);
    expect(await stateOf()).toEqual(['closed', 'ended']);
  });

  it('closes nothing if the reply is undone', async () => {
    const id = await desk.reply(conversationId, closing);
    await act(id, 'undo');
    await closesNothing(id);
  });

  it('closes nothing if the reply fails, nor when it is sent again', async () => {
    const id = await desk.reply(conversationId, { ...closing, channel: 'email' });
    mailer.behave = () => Promise.resolve({ outcome: 'refused', final: true, failure: REFUSED });
    await send(id);
    expect((await message(id)).message.lifecycleStatus).toBe('failed');
    await closesNothing(id);
    mailer.behave = () => Promise.resolve({ outcome: 'sent', serverMessageId: null });
    await act(id, 'retry');
    await send(id);
    expect(await stateOf()).toEqual(['waiting', 'new']);
  });

  it('closes nothing if it is uncertain whether the reply was sent', async () => {
    const id = await desk.reply(conversationId, { ...closing, channel: 'email' });
    mailer.behave = () => Promise.resolve({ outcome: 'uncertain', failure: REFUSED });
    await send(id);
    await closesNothing(id);
    await act(id, 'settle', { outcome: 'sent', reason: 'She called.' });
    expect(await stateOf()).toEqual(['waiting', 'new']);
  });

  it('closes nothing if the customer has written meanwhile', async () => {
    const id = await desk.reply(conversationId, closing);
    await desk.say(conversationId, 'One more thing');
    await send(id);
    expect((await message(id)).message.lifecycleStatus).toBe('sent');
    expect((await conversation()).status).toBe('open');
    await closesNothing(id);
  });

  it('closes a conversation without requests', async () => {
    await desk.transition(requestId, { kind: 'end', disposition: 'other' });
    await send(await desk.reply(conversationId, { closeWhenSent: { disposition: 'resolved' } }));
    expect((await conversation()).status).toBe('closed');
  });

  it.each([
    ['/closeWhenSent/disposition', {}],
    ['/closeWhenSent/disposition', { disposition: 'done' }],
    ['/closeWhenSent/note', { disposition: 'resolved', note: '' }],
    ['/closeWhenSent/note', { disposition: 'resolved', note: 'x'.repeat(2_001) }],
    ['/closeWhenSent', 'resolved'],
  ])('400 at %s for %.60j', async (path, closeWhenSent) => {
    const { status, body } = await desk.call('POST', `/inbox/${conversationId}/messages`, {
      content: 'Hi',
      closeWhenSent,
    });
    expect([status, body.details[0].path]).toEqual([400, path]);
  });
});
