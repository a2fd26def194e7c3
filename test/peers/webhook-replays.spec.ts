import { isPast, positionOf } from '../../src/common/event-types/event-position';
import { appendEvents, drainUntil, sendUntil, someSubjects } from '../factories/webhook';
import { WebhookDesk } from '../support/webhook-desk';

const desk = WebhookDesk.forSuite();

/** As the log has them: by transaction, and within one by number. */
const byPosition = (a: { position: string }, b: { position: string }): number =>
  isPast(positionOf(a.position)!, positionOf(b.position)!) ? 1 : -1;

/** Replays, and waits until nothing of it is left; the ids of what was sent. */
async function replayed(path: string, input: object): Promise<{ ids: string[]; replay: Record<string, unknown> }> {
  desk.receiver.clear();
  const { status, body } = await desk.call('POST', `${path}/replays`, input);
  expect(status).toBe(202);
  const read = async (): Promise<Record<string, unknown>> =>
    (await desk.call('GET', `${path}/replays/${body.id}`)).body;
  await drainUntil(desk.parley, async () => (await read())['state'] === 'done');
  const of = desk.receiver.hooks.filter(({ headers }) => headers['parley-replay'] === body.id);
  return { ids: of.map(({ event }) => event.id), replay: await read() };
}

it('a replay has the events after from, up to to and no others, each once', async () => {
  const { path } = await desk.make();
  const sent: { id: string; position: string }[][] = [];
  for (const count of [2, 60, 2]) {
    desk.receiver.clear();
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(count));
    await sendUntil(desk.parley, desk.receiver, count);
    sent.push(desk.receiver.hooks.map(({ event }) => event).sort(byPosition));
  }
  const [before, between, after] = sent as [
    { id: string; position: string }[],
    { id: string; position: string }[],
    { id: string; position: string }[],
  ];
  const bounds = { from: before.at(-1)!.position, to: between.at(-1)!.position };
  // More than one round reads at once.
  const { ids, replay } = await replayed(path, bounds);
  expect([...ids].sort()).toEqual(between.map(({ id }) => id).sort());
  expect(replay).toMatchObject({ ...bounds, state: 'done', sent: 60, failed: 0 });
  // The place among the present events is another one: none of them is sent again.
  expect(desk.receiver.hooks).toHaveLength(60);
  const last = await replayed(path, { from: bounds.to });
  expect([...last.ids].sort()).toEqual(after.map(({ id }) => id).sort());
});
