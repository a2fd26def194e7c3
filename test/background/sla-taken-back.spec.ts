import { SupportDesk } from '../factories/support-fixtures';
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
const END = { kind: 'end', disposition: 'resolved' };

const mailed = (conversationId: string): Promise<string> => desk.replied(conversationId, { channel: 'email' });
const ofEpisode = async (id: string, milestone: string, episodeNumber = 1): Promise<Record<string, unknown>> =>
  (await desk.explained(id, { milestone, episodeNumber })).clock;

describe('a verified resolution whose message comes back after the request was reopened', () => {
  const verified = async (id: string, messageId: string): Promise<string> => {
    const { status, body } = await desk.milestone(id, { milestone: 'verified_resolution', messageId });
    expect(status).toBe(200);
    return body.clock.status as string;
  };

  it('is over with its episode, as if it had never been verified', async () => {
    await desk.policy({ verified_resolution: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const messageId = await mailed(conversationId);
    await desk.transition(id, END);
    expect(await verified(id, messageId)).toBe('met');
    await desk.transition(id, { kind: 'reopen' });
    const { openedAt } = await desk.get(id);
    await desk.bounce(messageId);
    expect(await ofEpisode(id, 'verified_resolution')).toMatchObject({ status: 'cancelled', satisfiedAt: null });
    const { events } = await desk.explained(id, { milestone: 'verified_resolution', episodeNumber: 1 });
    expect(events.at(-1)).toMatchObject({ kind: 'cancelled', at: openedAt, effect: 'cancels' });
    expect(await desk.statusOf(id, 'verified_resolution')).toBe('pending');
  });

  it('stays met by another message that was recorded before', async () => {
    await desk.policy({ verified_resolution: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const [first, second] = [await mailed(conversationId), await desk.replied(conversationId)];
    await desk.transition(id, END);
    for (const messageId of [first, second]) expect(await verified(id, messageId)).toBe('met');
    await desk.transition(id, { kind: 'reopen' });
    await desk.bounce(first);
    expect(await ofEpisode(id, 'verified_resolution')).toMatchObject({ status: 'met' });
  });

  it('is verified by no other reply without a recorded outcome', async () => {
    await desk.policy({ verified_resolution: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const first = await mailed(conversationId);
    expect(await verified(id, first)).toBe('met');
    await desk.replied(conversationId);
    await desk.bounce(first);
    expect(await desk.clock(id, 'verified_resolution')).toMatchObject({ status: 'pending', satisfiedAt: null });
  });
});

describe('a first response that comes back after the request was ended', () => {
  it('was late where it was due before the end', async () => {
    await desk.policy({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver(ADA);
    const messageId = await mailed(conversationId);
    const { dueAt } = await desk.clock(id, 'first_response');
    await desk.letPass(5_000);
    await desk.transition(id, END);
    await desk.bounce(messageId);
    const breachedAt = new Date(Date.parse(dueAt) - 5_000_000).toISOString();
    expect(await ofEpisode(id, 'first_response')).toMatchObject({ status: 'cancelled', breachedAt });
  });

  it('was none of the others, in time or late', async () => {
    await desk.policy({ first_response: 3600 });
    const statuses: unknown[] = [];
    for (const seconds of [1_000, 5_000]) {
      const { id, conversationId } = await desk.handedOver({ externalId: `n${seconds}`, email: 'n@example.com' });
      const messageId = await mailed(conversationId);
      await desk.letPass(seconds);
      await desk.replied(conversationId);
      await desk.letPass(10_000);
      await desk.transition(id, END);
      await desk.bounce(messageId);
      statuses.push((await ofEpisode(id, 'first_response')).status);
    }
    expect(statuses).toEqual(['met', 'met_late']);
  });
});

describe('what happened to a request while a clock was satisfied', () => {
  it('counts when the message comes back, even if it is dated before the clock’s start', async () => {
    await desk.policy({ first_response: 3600, next_response: { seconds: 3600, pauseOn: ['customer'] } });
    const { id, conversationId } = await desk.handedOver(ADA);
    await desk.replied(conversationId);
    await desk.letPass(100);
    await desk.say(conversationId, 'And on Windows?');
    const messageId = await mailed(conversationId);
    expect(await desk.statusOf(id, 'next_response')).toBe('met');
    const occurredAt = new Date(Date.now() - 50_000).toISOString();
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' }, { occurredAt });
    await desk.letPass(30);
    await desk.bounce(messageId);
    const { startedAt } = await desk.clock(id, 'next_response');
    expect(await desk.clock(id, 'next_response')).toMatchObject({
      status: 'paused',
      pausedAt: startedAt,
      elapsedSeconds: 0,
    });
  });
});

describe('a clock that got another target while it was paused', () => {
  it('would have been due by that one', async () => {
    const target = (seconds: number): Record<string, object> => ({
      first_response: { seconds, pauseOn: ['customer'] },
    });
    await desk.policy(target(3600), { match: { priorities: ['normal'] } });
    await desk.policy(target(600), { match: { priorities: ['urgent'] } });
    const { id, conversationId } = await desk.request();
    await desk.letPass(100);
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.call('PATCH', `/support-requests/${id}`, { priority: 'urgent', expectedVersion: 2 });
    await desk.letPass(50);
    await desk.replied(conversationId);
    const { status, targetSeconds, startedAt, dueAt } = await desk.clock(id, 'first_response');
    expect([status, targetSeconds]).toEqual(['met', 600]);
    expect(Date.parse(dueAt) - Date.parse(startedAt)).toBe(600_000);
  });
});
