import { isPast, positionOf } from '../../src/common/event-types/event-position';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { drainUntil } from '../factories/webhook';
import { WebhookDesk } from '../support/webhook-desk';
import type { ReceivedHook } from '../support/webhook-receiver';

const desk = WebhookDesk.forSuite(() => ({
  WEBHOOK_RETRY_SECONDS: Array.from({ length: 13 }, () => '3600').join(),
}));

it('events of all records of a conversation wait for each other, and not for those of another conversation', async () => {
  const agent = await anAgent(desk.parley, desk.workspace, desk.admin);
  const { path } = await desk.make({ events: ['conversation.*', 'message.*'] });
  const [held, other] = [await aConversation(desk.parley, agent), await aConversation(desk.parley, agent)];
  const of = ({ id }: { id: string }): ReceivedHook[] =>
    desk.receiver.hooks.filter(({ event }) => event.data['conversationId'] === id);
  desk.receiver.answerEach(({ event }) => (event.data['conversationId'] === held.id ? 500 : 200));
  const states = async (): Promise<string[]> =>
    (await desk.call('GET', `${path}/deliveries?limit=100`)).body.deliveries.map(
      ({ state }: { state: string }) => state,
    );
  await drainUntil(desk.parley, async () => of(other).length >= 3 && (await states()).length >= 6);
  expect(of(held)).toHaveLength(1);
  const waiting = (await states()).filter((state) => state === 'waiting').length;
  expect(waiting).toBeGreaterThanOrEqual(2);

  desk.receiver.clear();
  desk.receiver.answer(200);
  await desk.skipWaits();
  await drainUntil(desk.parley, () => of(held).length === waiting + 1);
  const sent = of(held).map(({ event }) => event);
  // A message and its conversation are different records.
  expect(new Set(sent.map(({ type }) => type.split('.')[0])).size).toBe(2);
  const positions = sent.map(({ position }) => positionOf(position)!);
  expect(positions.filter((position, at) => at > 0 && !isPast(position, positions[at - 1]!))).toEqual([]);
});
