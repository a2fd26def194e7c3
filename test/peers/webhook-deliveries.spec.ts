import { appendEvents, drainUntil, sendUntil, someSubjects } from '../factories/webhook';
import { WebhookDesk } from '../support/webhook-desk';
import { WebhookReceiver } from '../support/webhook-receiver';

const desk = WebhookDesk.forSuite();

describe('listWebhookDeliveries, getWebhookDelivery', () => {
  it('200 with attempts, and the event as it was sent', async () => {
    const { path } = await desk.make();
    desk.receiver.answerEach((hook) => (desk.receiver.hooks.indexOf(hook) === 0 ? 500 : 200));
    const subjects = someSubjects(2);
    await appendEvents(desk.parley, desk.workspace.id, subjects);
    await sendUntil(desk.parley, desk.receiver, 2);
    const { deliveries } = (await desk.call('GET', `${path}/deliveries`)).body;
    expect(deliveries.map(({ state }: { state: string }) => state).sort()).toEqual(['delivered', 'pending']);
    const pending = (await desk.call('GET', `${path}/deliveries?state=pending`)).body.deliveries;
    expect(pending).toMatchObject([
      { attemptCount: 1, status: 500, failureClass: 'server_error', nextAttemptAt: expect.any(String) },
    ]);
    const byEvent = (await desk.call('GET', `${path}/deliveries?eventId=${pending[0].eventId}&type=webhook.removed`))
      .body;
    expect(byEvent.deliveries).toEqual(pending);
    const { body } = await desk.call('GET', `${path}/deliveries/${pending[0].id}`);
    expect(body.attempts).toMatchObject([{ number: 1, status: 500, failureClass: 'server_error' }]);
    expect(body.event).toEqual(desk.receiver.hooks[0]!.event);
  });
});

describe('redeliverWebhookDelivery', () => {
  it('202 sends the same body with the same id again', async () => {
    const { path } = await desk.make();
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await sendUntil(desk.parley, desk.receiver, 1);
    const [{ id }] = (await desk.call('GET', `${path}/deliveries`)).body.deliveries;
    const { status, body } = await desk.call('POST', `${path}/deliveries/${id}/redeliver`);
    expect([status, body.state]).toEqual([202, 'pending']);
    await sendUntil(desk.parley, desk.receiver, 2);
    const [first, again] = desk.receiver.hooks;
    expect([again!.body, again!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']]);
    expect([first!.headers['parley-attempt'], again!.headers['parley-attempt']]).toEqual(['1', '2']);
  });
});

describe('replayWebhook, getWebhookReplay, cancelWebhookReplay', () => {
  it('202 sends the events since an instant again, byte for byte, and then is done', async () => {
    const { path } = await desk.make();
    const { cursor } = (await desk.call('GET', path)).body;
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(3));
    await sendUntil(desk.parley, desk.receiver, 3);
    const { status, body: replay } = await desk.call('POST', `${path}/replays`, { from: cursor });
    expect([status, replay.state, replay.sent]).toEqual([202, 'running', 0]);
    await drainUntil(
      desk.parley,
      async () => (await desk.call('GET', `${path}/replays/${replay.id}`)).body.state === 'done',
    );
    expect((await desk.call('GET', `${path}/replays/${replay.id}`)).body).toMatchObject({ sent: 3, failed: 0 });
    const [first, again] = [desk.receiver.hooks.slice(0, 3), desk.receiver.hooks.slice(3)];
    expect(again.map(({ body }) => body).sort()).toEqual(first.map(({ body }) => body).sort());
    expect(new Set(again.map(({ headers }) => headers['parley-replay']))).toEqual(new Set([replay.id]));
  });

  it('409 while another one runs, until that is cancelled', async () => {
    const { path } = await desk.make();
    await desk.call('PATCH', path, { state: 'paused' });
    const from = new Date(Date.now() - 60_000).toISOString();
    const { body } = await desk.call('POST', `${path}/replays`, { from });
    expect((await desk.call('POST', `${path}/replays`, { from })).body.code).toBe('replay_in_progress');
    expect((await desk.call('DELETE', `${path}/replays/${body.id}`)).body.state).toBe('cancelled');
    expect((await desk.call('POST', `${path}/replays`, { from })).status).toBe(202);
  });

  it.each([{ from: 'yesterday' }, { from: '9999999999999_999999999999_0' }, {}])('400 for %j', async (input) => {
    const { path } = await desk.make();
    expect((await desk.call('POST', `${path}/replays`, input)).status).toBe(400);
  });
});

describe('the next attempt', () => {
  it('goes to the address that the webhook has by then', async () => {
    const hook = await desk.make();
    desk.receiver.answer(500);
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await sendUntil(desk.parley, desk.receiver, 1);
    const moved = await WebhookReceiver.start();
    try {
      await desk.call('PATCH', hook.path, { url: moved.url });
      await desk.skipWaits();
      await sendUntil(desk.parley, moved, 1);
      expect([moved.ids, desk.receiver.hooks.length]).toEqual([desk.receiver.ids, 1]);
    } finally {
      await moved.stop();
    }
  });
});
