import { FeedQueue, type LiveEvent, MOST_WAITING } from './feed-queue';

const event = (id: number, data = '{}'): LiveEvent => ({
  position: { transactionId: '1', id: String(id), at: new Date(0) },
  type: 'message.created',
  agentId: null,
  conversationId: null,
  typing: null,
  presence: null,
  memberId: null,
  data,
});

describe('FeedQueue', () => {
  it('returns the events that wait, in order, and then the end', async () => {
    const queue = new FeedQueue();
    queue.push(event(1));
    queue.push(event(2));
    expect((await queue.next())?.map(({ position }) => position.id)).toEqual(['1', '2']);
    const next = queue.next();
    queue.push(event(3));
    expect(await next).toHaveLength(1);
    queue.end();
    expect([await queue.next(), queue.hasLagged]).toEqual([null, false]);
  });

  it.each([
    ['events', MOST_WAITING.events, '{}'],
    ['characters', 4, 'x'.repeat(MOST_WAITING.characters / 4)],
  ])('lags beyond its limit of %s: it drops the events that wait, and no more follow', async (_unit, most, data) => {
    const queue = new FeedQueue();
    for (let id = 0; id < most; id++) queue.push(event(id, data));
    expect([queue.hasEnded, queue.hasLagged]).toEqual([false, false]);
    queue.push(event(most, data));
    expect([queue.hasEnded, queue.hasLagged]).toEqual([true, true]);
    queue.push(event(most + 1));
    expect(await queue.next()).toBeNull();
  });

  it('does not lag for a reader who takes the events', async () => {
    const queue = new FeedQueue();
    for (let id = 0; id < 3 * MOST_WAITING.events; id++) {
      queue.push(event(id));
      if (id % 500 === 0) await queue.next();
    }
    expect(queue.hasLagged).toBe(false);
  });
});
