import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

describe('clocks of a request with another priority', () => {
  it('another priority starts no response that no customer waits for', async () => {
    await desk.policy({ first_response: 60, verified_resolution: 600 }, { match: { priorities: ['urgent'] } });
    const { id, conversationId } = await desk.handedOver();
    await desk.replied(conversationId);
    await desk.letPass(100);
    const raise = async (): Promise<string[]> => {
      const { version: expectedVersion, priority } = await desk.get(id);
      const change = { priority: priority === 'urgent' ? 'low' : 'urgent', expectedVersion };
      const { body } = await desk.call('PATCH', `/support-requests/${id}`, change);
      return body.sla.map(({ milestone, status }: Record<string, string>) => `${milestone} ${status}`);
    };
    expect(await raise()).toEqual(['verified_resolution pending']);
    await raise();
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    await desk.transition(id, { kind: 'reopen' });
    expect(await raise()).toEqual(['verified_resolution pending']);
  });

  it('what begins with another priority knows the waits before', async () => {
    await desk.policy({ verified_resolution: 600 }, { match: { priorities: ['urgent'] } });
    const { id } = await desk.request();
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(100);
    await desk.transition(id, { kind: 'activate' });
    await desk.call('PATCH', `/support-requests/${id}`, { priority: 'urgent', expectedVersion: 3 });
    expect((await desk.clock(id, 'verified_resolution')).elapsedSeconds).toBeLessThan(100);
  });

  const prioritize = async (id: string, priority: string): Promise<void> => {
    const { version: expectedVersion } = await desk.get(id);
    const { status } = await desk.call('PATCH', `/support-requests/${id}`, { priority, expectedVersion });
    expect(status).toBe(200);
  };
  /** For what is normal; nothing is promised for what is low. */
  const promise = (targets: object): Promise<string> =>
    desk.policy({ ...targets }, { match: { priorities: ['normal'] } });

  it('a reply that was written before and leaves later answers what was waited for then', async () => {
    await promise({ first_response: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const messageId = await desk.reply(conversationId);
    await prioritize(id, 'low');
    expect(await desk.statusOf(id)).toBe('cancelled');
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id)).toBe('met');
    const milestone = await desk.milestone(id, { messageId });
    expect(milestone.body.milestone).toMatchObject({ satisfied: true, notSatisfiedReason: null });
  });

  it('what is promised again has been waited for all the time', async () => {
    await promise({ first_response: 3600, next_response: 3600, verified_resolution: { seconds: 3600, pauseOn: [] } });
    const { id, conversationId } = await desk.handedOver();
    const { startedAt } = await desk.clock(id, 'first_response');
    const messageId = await desk.reply(conversationId);
    await prioritize(id, 'low');
    await desk.letPass(100);
    await prioritize(id, 'normal');
    for (const milestone of ['first_response', 'verified_resolution']) {
      const { status, elapsedSeconds, ...clock } = await desk.clock(id, milestone);
      expect([status, Date.parse(startedAt) - Date.parse(clock.startedAt)]).toEqual(['pending', 100_000]);
      expect(elapsedSeconds).toBeGreaterThanOrEqual(100);
    }
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect(await desk.statusOf(id)).toBe('met');
    const { clock: before } = await desk.explained(id, { milestone: 'first_response', number: 1 });
    expect(before).toMatchObject({ status: 'cancelled', satisfiedAt: null });
  });

  it('the next response is to the oldest unanswered message, from then on', async () => {
    await promise({ next_response: { seconds: 3600, pauseOn: ['customer'] } });
    const { id, conversationId } = await desk.handedOver();
    await desk.replied(conversationId);
    await prioritize(id, 'low');
    await desk.say(conversationId, 'And on Windows?');
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.letPass(100);
    await desk.say(conversationId, 'Here you are.');
    await desk.letPass(200);
    await prioritize(id, 'normal');
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const question = body.messages.find(({ content }: { content: string }) => content === 'And on Windows?');
    const clock = await desk.clock(id, 'next_response');
    expect([clock.status, Date.parse(clock.startedAt)]).toEqual(['pending', Date.parse(question.createdAt)]);
    expect(clock.elapsedSeconds).toBeGreaterThanOrEqual(200);
    expect(clock.elapsedSeconds).toBeLessThan(300);
    await desk.replied(conversationId);
    await prioritize(id, 'low');
    await prioritize(id, 'normal');
    expect(await desk.statusOf(id, 'next_response')).toBe('met');
  });
});
