import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

describe('replies', () => {
  const POLICY = { first_response: 3600, next_response: 1800, handoff_pickup: 600 };

  it('satisfy what is waited for once they are sent, and not before', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    expect(await desk.statusOf(id)).toBe('pending');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages/${messageId}`);
    const { sentAt } = body.message;
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'met', satisfiedAt: sentAt });
    expect(await desk.clock(id, 'handoff_pickup')).toMatchObject({ status: 'met', satisfiedAt: sentAt });
    expect(await desk.clock(id, 'next_response')).toBeNull();
    // What a member then says of the same message is no news.
    const milestone = await desk.milestone(id, { messageId });
    expect(milestone.body.milestone).toMatchObject({ satisfied: true, observedAt: sentAt });
  });

  it('that only acknowledge satisfy nothing', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.replied(conversationId, { replyType: 'acknowledgement' });
    expect(await desk.statusOf(id)).toBe('pending');
    const milestone = await desk.milestone(id, { messageId, replyType: 'acknowledgement' });
    expect(milestone.body.milestone).toMatchObject({ satisfied: false, notSatisfiedReason: 'reply_type' });
    const { events } = await desk.explained(id, { milestone: 'first_response' });
    expect(events.at(-1)).toMatchObject({ kind: 'answered', effect: null, replyType: 'acknowledgement' });
  });

  it('that come late are late', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    await desk.letPass(4_000);
    const { dueAt } = await desk.clock(id, 'first_response');
    await desk.replied(conversationId);
    const clock = await desk.clock(id, 'first_response');
    expect(clock).toMatchObject({ status: 'met_late', breachedAt: dueAt, dueAt });
    expect(clock.elapsedSeconds).toBeGreaterThanOrEqual(4_000);
  });

  it('that are undone leave the clock running', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    await parley.call('PATCH', '/account/preferences', {
      token: desk.inbox.author.secret,
      body: { undoSendSeconds: 60 },
    });
    const messageId = await desk.reply(conversationId);
    const path = `/inbox/${conversationId}/messages/${messageId}/undo`;
    expect((await desk.call('POST', path, { expectedVersion: 1 })).status).toBe(200);
    expect(await desk.statusOf(id)).toBe('pending');
    const { events } = await desk.explained(id, { milestone: 'first_response' });
    expect(events.at(-1)).toMatchObject({ kind: 'answered', outcome: 'cancelled', effect: null });
  });

  it('are followed by the oldest unanswered message, one at a time', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    await desk.say(conversationId, 'Still there?');
    expect(await desk.clock(id, 'next_response')).toBeNull();
    await desk.replied(conversationId);
    await desk.say(conversationId, 'And on Windows?');
    const { startedAt } = await desk.clock(id, 'next_response');
    await desk.say(conversationId, 'Hello?');
    expect(await desk.clock(id, 'next_response')).toMatchObject({ startedAt, status: 'pending' });
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const question = body.messages.find(({ content }: { content: string }) => content === 'And on Windows?');
    expect(startedAt).toBe(question.createdAt);
    await desk.replied(conversationId);
    expect(await desk.statusOf(id, 'next_response')).toBe('met');
  });

  it('answer nothing that came after they were written', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    await desk.say(conversationId, 'Wait, there is more.');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id)).toBe('met');
    expect(await desk.statusOf(id, 'next_response')).toBe('pending');
  });

  it('that are known to have arrived late start what came after them with the pauses meanwhile', async () => {
    await desk.policy({ first_response: 3600, next_response: { seconds: 3600, pauseOn: ['customer'] } });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    await desk.say(conversationId, 'Wait, there is more.');
    await desk.letPass(100);
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(7_000);
    await desk.transition(id, { kind: 'activate' });
    await desk.inbox.letPass(messageId);
    await parley.drain();
    const { status, elapsedSeconds } = await desk.clock(id, 'next_response');
    expect([status, elapsedSeconds >= 100, elapsedSeconds < 1_000]).toEqual(['pending', true, true]);
    const { events } = await desk.explained(id, { milestone: 'next_response' });
    expect(events.map(({ effect }: { effect: string }) => effect)).toEqual(['starts', 'pauses', 'resumes']);
  });

  it('may leave after the request was ended', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    expect(await desk.statusOf(id)).toBe('cancelled');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id)).toBe('met');
  });

  it('of the agent are not what people answer', async () => {
    await desk.policy(POLICY);
    const { id, conversationId } = await desk.handedOver();
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const { id: messageId } = body.messages.find(({ role }: { role: string }) => role === 'agent');
    const milestone = await desk.milestone(id, { messageId });
    expect(milestone.body.milestone).toMatchObject({ satisfied: false, notSatisfiedReason: 'reply_type' });
  });
});

describe('mail that comes back', () => {
  const ADA = { externalId: 'ada', email: 'ada@example.com' };

  beforeEach(() => {
    FakeReplyMailer.of(parley);
  });

  it('takes back what it had satisfied: the clock has run on', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    expect(await desk.statusOf(id)).toBe('met');
    await desk.letPass(5_000);
    await desk.bounce(messageId);
    const { dueAt } = await desk.clock(id, 'first_response');
    expect(await desk.clock(id, 'first_response')).toMatchObject({
      status: 'breaching',
      satisfiedAt: null,
      breachedAt: dueAt,
    });
    expect(await desk.alerts()).toEqual(['warning', 'breach']);
    const { events } = await desk.explained(id, { milestone: 'first_response' });
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['started', 'answered', 'taken_back', 'warned', 'breached', 'answered'],
    ]);
  });

  it('leaves what another reply has satisfied as well', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const first = await desk.replied(conversationId, { channel: 'email' });
    await desk.letPass(100);
    const second = await desk.replied(conversationId);
    await desk.bounce(first);
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages/${second}`);
    const clock = await desk.clock(id, 'first_response');
    expect(clock).toMatchObject({ status: 'met', satisfiedAt: body.message.sentAt });
    expect(clock.elapsedSeconds).toBeGreaterThanOrEqual(100);
  });

  it('leaves nothing to what the agent has said, or to what was written before the customer asked', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const { id: ofAgent } = body.messages.find(({ role }: { role: string }) => role === 'agent');
    await desk.milestone(id, { messageId: ofAgent });
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    await desk.bounce(messageId);
    expect(await desk.statusOf(id)).toBe('pending');
  });

  it('counts the pauses that came after it', async () => {
    await desk.policy({ first_response: { seconds: 3600, pauseOn: ['customer'] } });
    const { id, conversationId } = await desk.handedOver(ADA);
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(5_000);
    await desk.bounce(messageId);
    const { status, elapsedSeconds } = await desk.clock(id, 'first_response');
    expect([status, elapsedSeconds < 5_000]).toEqual(['paused', true]);
  });

  it('reopens a request that ended lately', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    await desk.bounce(messageId);
    expect(await desk.get(id)).toMatchObject({ state: 'active', episodeNumber: 2, version: 3 });
    expect((await desk.history(id)).at(-1)).toMatchObject({ reason: 'A reply to the customer came back.' });
    expect((await desk.explained(id, { milestone: 'first_response', episodeNumber: 1 })).clock).toMatchObject({
      status: 'cancelled',
      satisfiedAt: null,
    });
  });
});
