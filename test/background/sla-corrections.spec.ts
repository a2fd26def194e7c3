import { refusalOf } from '../factories/conversation-fixtures';
import { SupportDesk } from '../factories/support-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
  FakeReplyMailer.of(parley);
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

const ADA = { externalId: 'ada', email: 'ada@example.com' };

const typed = (id: string, messageId: string, replyType: string, more: object = {}): Promise<Reply> =>
  desk.milestone(id, { messageId, replyType, ...more });
const undone = async (conversationId: string, messageId: string): Promise<void> => {
  const path = `/inbox/${conversationId}/messages/${messageId}/undo`;
  expect((await desk.call('POST', path, { expectedVersion: 1 })).status).toBe(200);
};
/** Replies wait so long that they are still queued at the end of a test. */
const waitToSend = (): Promise<Reply> =>
  parley.call('PATCH', '/account/preferences', { token: desk.inbox.author.secret, body: { undoSendSeconds: 60 } });

describe('the classification of a reply', () => {
  it('can be corrected: the clock has run on, and stops again when it is corrected back', async () => {
    await desk.policy({ first_response: 3600, handoff_pickup: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.replied(conversationId);
    const { satisfiedAt } = await desk.clock(id, 'first_response');
    const corrected = await typed(id, messageId, 'acknowledgement');
    expect(corrected.body).toMatchObject({
      milestone: { replyType: 'acknowledgement', satisfied: false, notSatisfiedReason: 'reply_type' },
      clock: { status: 'pending', satisfiedAt: null },
    });
    // It is said of one milestone.
    expect(await desk.statusOf(id, 'handoff_pickup')).toBe('met');
    expect((await typed(id, messageId, 'acknowledgement')).body.milestone).toEqual(corrected.body.milestone);
    const back = await typed(id, messageId, 'clarification');
    expect(back.body).toMatchObject({
      milestone: { satisfied: true, notSatisfiedReason: null, observedAt: satisfiedAt },
      clock: { status: 'met', satisfiedAt },
    });
    const { events } = await desk.explained(id, { milestone: 'first_response' });
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['started', 'answered', 'taken_back', 'answered', 'answered'],
    ]);
  });

  it('between two types that satisfy changes no more than what is said of it', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.replied(conversationId);
    const before = await desk.clock(id, 'first_response');
    await desk.letPass(7_200);
    const { satisfiedAt, ...rest } = (await typed(id, messageId, 'policy_refusal')).body.clock;
    expect(rest).toMatchObject({ status: 'met', breachedAt: null, elapsedSeconds: before.elapsedSeconds });
    const { events } = await desk.explained(id, { milestone: 'first_response' });
    expect(events.at(-1)).toMatchObject({ effect: 'satisfies', replyType: 'policy_refusal', at: satisfiedAt });
  });

  it('leaves a clock to another reply that had reached the customer', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const first = await desk.replied(conversationId);
    await desk.replied(conversationId);
    await typed(id, first, 'acknowledgement');
    expect(await desk.statusOf(id)).toBe('met');
    // The other one is the answer now.
    expect((await typed(id, first, 'substantive')).body.milestone.notSatisfiedReason).toBe('already_satisfied');
  });

  it('does not undo that a clock was late', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.replied(conversationId);
    await desk.letPass(7_200);
    expect((await typed(id, messageId, 'routing')).body.clock.status).toBe('breaching');
    expect((await typed(id, messageId, 'substantive')).body.clock.status).toBe('met_late');
  });

  it('of an older reply is no answer to what the customer wrote after it', async () => {
    await desk.policy({ first_response: 3600, next_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    await desk.replied(conversationId);
    await desk.say(conversationId, 'And on Windows?');
    const older = await desk.replied(conversationId, { replyType: 'acknowledgement' });
    await desk.replied(conversationId);
    await desk.say(conversationId, 'And on Linux?');
    const corrected = await typed(id, older, 'substantive', { milestone: 'next_response' });
    expect(corrected.body).toMatchObject({ milestone: { satisfied: false }, clock: { status: 'pending' } });
  });

  it('stays as members corrected it when the reply is sent at last', async () => {
    await waitToSend();
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    await typed(id, messageId, 'substantive', { outcome: 'uncertain' });
    await typed(id, messageId, 'acknowledgement', { outcome: 'uncertain' });
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id)).toBe('pending');
    expect((await typed(id, messageId, 'substantive')).body.clock.status).toBe('met');
  });

  it('409 for another outcome, and for another time of the same, at the field that differs', async () => {
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.replied(conversationId);
    const failed = await typed(id, messageId, 'acknowledgement', { outcome: 'failed' });
    expect(refusalOf(failed)).toEqual([409, 'invalid_transition', '/outcome']);
    const called = { milestone: 'verified_resolution', messageId };
    expect((await desk.milestone(id, called)).status).toBe(200);
    const observedAt = new Date(Date.now() + 1_000).toISOString();
    expect(refusalOf(await desk.milestone(id, { ...called, observedAt }))).toEqual([
      ...[409, 'invalid_transition', '/observedAt'],
    ]);
  });
});

describe('a queued reply that members have recorded', () => {
  beforeEach(waitToSend);

  it('satisfies no milestone that it was not recorded for when another reply is undone', async () => {
    await desk.policy({ first_response: 3600, verified_resolution: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const [first, second] = [await desk.reply(conversationId), await desk.reply(conversationId)];
    expect((await typed(id, first, 'substantive')).body.clock.status).toBe('met');
    await typed(id, second, 'substantive', { milestone: 'verified_resolution' });
    await undone(conversationId, first);
    expect(await desk.statusOf(id)).toBe('pending');
    expect(await desk.statusOf(id, 'verified_resolution')).toBe('met');
  });

  it('counts from when it was sent, once it was', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    const milestone = await typed(id, messageId, 'substantive');
    expect(milestone.body.clock.status).toBe('met');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages/${messageId}`);
    const { sentAt } = body.message;
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'met', satisfiedAt: sentAt });
    expect((await typed(id, messageId, 'substantive')).body.milestone).toMatchObject({
      ...{ satisfied: true, observedAt: sentAt },
    });
  });

  it('verifies a resolution when it is sent, if it could not be sent at first', async () => {
    await desk.policy({ verified_resolution: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    await typed(id, messageId, 'substantive', { milestone: 'verified_resolution', outcome: 'uncertain' });
    expect(await desk.statusOf(id, 'verified_resolution')).toBe('pending');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id, 'verified_resolution')).toBe('met');
  });
});

describe('a reply after one that came back', () => {
  it('answers both what that one had answered and what the customer wrote since', async () => {
    await desk.policy({ first_response: 3600, next_response: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    await desk.replied(conversationId);
    await desk.say(conversationId, 'And on Windows?');
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    await desk.say(conversationId, 'And on Linux?');
    await desk.bounce(messageId);
    const next = (number: number) => desk.explained(id, { milestone: 'next_response', number });
    expect([(await next(1)).clock.status, (await next(2)).clock.status]).toEqual(['pending', 'pending']);
    await desk.replied(conversationId);
    expect([(await next(1)).clock.status, (await next(2)).clock.status]).toEqual(['met', 'met']);
  });

  it('is no review that was asked for after it was sent, but dated before', async () => {
    await desk.policy({ approval_review: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    await desk.letPass(600);
    await desk.replied(conversationId);
    await desk.letPass(60);
    const occurredAt = new Date(Date.now() - 90_000).toISOString();
    await desk.transition(id, { kind: 'wait', waitingOn: 'internal' }, { occurredAt });
    expect(await desk.statusOf(id, 'approval_review')).toBe('pending');
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    expect(await desk.statusOf(id, 'approval_review')).toBe('met');
    await desk.bounce(messageId);
    expect(await desk.statusOf(id, 'approval_review')).toBe('pending');
  });
});
