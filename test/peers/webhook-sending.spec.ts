import { setTimeout as pause } from 'node:timers/promises';
import { anAccount } from '../factories/account';
import { aCredential, type IssuedCredential } from '../factories/credential';
import {
  appendEvents,
  appendTogether,
  aWebhook,
  drainUntil,
  sendUntil,
  someSubjects,
  type TestWebhook,
} from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { isGenuine, type ReceivedHook, WebhookReceiver } from '../support/webhook-receiver';

let parley: Parley;
let receiver: WebhookReceiver;
let admin: IssuedCredential;
let workspace: { id: string };
let hook: TestWebhook;

beforeAll(async () => {
  parley = await startParley({
    settings: {
      FETCH_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_RETRY_SECONDS: Array.from({ length: 13 }, () => '3600').join(),
      WEBHOOK_HOLD_SECONDS: '600',
      WEBHOOK_TIMEOUT_MS: '1500',
    },
  });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await parley.stop();
  await receiver.stop();
});

beforeEach(async () => {
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  receiver.answer(200);
  hook = await aWebhook(parley, workspace, admin, { url: receiver.url });
  receiver.clear();
});
// Webhooks of earlier tests must not send to the receiver.
afterEach(() => parley.database.query('DELETE FROM webhooks'));

const call = (method: string, path: string, body?: object) =>
  parley.call(method, path, { token: admin.secret, ...(body && { body }) });
const state = async () => (await call('GET', hook.path)).body;
const deliveries = async () => (await call('GET', `${hook.path}/deliveries?limit=100`)).body.deliveries;
const failsFor = (subject: string, status = 500) =>
  receiver.answerEach(({ event }) => (event.data['webhookId'] === subject ? status : 200));

/** Makes what waits for a retry or a probe due now. */
async function skipWaits(): Promise<void> {
  await parley.database.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`,
  );
  await parley.database.query(`UPDATE webhooks SET due_at = now(), resting_until = NULL WHERE state <> 'paused'`);
}

describe('a request', () => {
  it('has the event as compact JSON, and headers that the published library accepts', async () => {
    const [subject] = someSubjects(1);
    await appendEvents(parley, workspace.id, [subject!]);
    await sendUntil(parley, receiver, 1);
    const [{ headers, body, event }] = receiver.hooks as [ReceivedHook];
    expect(body).toBe(JSON.stringify(event));
    expect(event).toMatchObject({
      ...{ id: headers['webhook-id'], type: 'webhook.removed', workspaceId: workspace.id, schemaVersion: 1 },
      ...{ actor: { kind: 'system', memberId: null, keyId: null }, requestId: null, changed: [], previous: {} },
      ...{ data: { agentId: null, webhookId: subject }, resource: null, resourceOmitted: 'never' },
    });
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'user-agent': 'Parley/1.0 (+http://localhost:3000)' },
      ...{ 'parley-webhook': hook.id, 'parley-attempt': '1' },
    });
    expect(headers['parley-replay']).toBeUndefined();
    expect(isGenuine({ headers, body }, hook.secret)).toBe(true);
    expect(isGenuine({ headers, body: body.replace('removed', 'Removed') }, hook.secret)).toBe(false);
  });

  it('each attempt is signed anew over the same body', async () => {
    failsFor('none');
    receiver.answerEach(() => (receiver.hooks.length === 1 ? 500 : 200));
    await appendEvents(parley, workspace.id, someSubjects(1));
    await sendUntil(parley, receiver, 1);
    await pause(1_100);
    await skipWaits();
    await sendUntil(parley, receiver, 2);
    const [first, second] = receiver.hooks as [ReceivedHook, ReceivedHook];
    expect([second.body, second.headers['webhook-id']]).toEqual([first.body, first.headers['webhook-id']]);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expect([isGenuine(second, hook.secret), second.headers['parley-attempt']]).toEqual([true, '2']);
  });
});

describe('order', () => {
  it('events of a subject go one after the other, and a failing one holds back its own subject only', async () => {
    const [bad, good] = someSubjects(2) as [string, string];
    failsFor(bad);
    await appendEvents(parley, workspace.id, [bad, good, bad, good]);
    await sendUntil(parley, receiver, 3);
    expect(receiver.subjects.filter((one) => one === good)).toHaveLength(2);
    expect(receiver.subjects.filter((one) => one === bad)).toHaveLength(1);
    expect((await deliveries()).map((one: { state: string }) => one.state).sort()).toEqual([
      ...['delivered', 'delivered', 'pending', 'waiting'],
    ]);
    // A new event of the subject waits as well.
    await appendEvents(parley, workspace.id, [bad]);
    await drainUntil(parley, async () => (await deliveries()).length === 5);
    receiver.clear();
    receiver.answer(200);
    await skipWaits();
    await sendUntil(parley, receiver, 3);
    const sent = receiver.hooks.map(({ event }) => BigInt(event.position.split('_')[2]!));
    expect(sent).toEqual([...sent].sort((a, b) => (a < b ? -1 : 1)));
  });

  it('after the hold, later events go first', async () => {
    const [bad] = someSubjects(1) as [string];
    failsFor(bad);
    await appendEvents(parley, workspace.id, [bad, bad]);
    await sendUntil(parley, receiver, 1);
    receiver.clear();
    receiver.answer(200);
    await parley.database.query(`
      UPDATE webhook_deliveries SET first_attempt_at = now() - interval '601 seconds', next_attempt_at = now() + interval '1 hour'
      WHERE state = 'pending'`);
    await parley.database.query('UPDATE webhooks SET due_at = now()');
    await sendUntil(parley, receiver, 1);
    const [pending] = (await call('GET', `${hook.path}/deliveries?state=pending`)).body.deliveries;
    expect(receiver.ids).not.toContain(pending.eventId);
  });

  it('with the ordering none, nothing waits', async () => {
    await call('PATCH', hook.path, { ordering: 'none' });
    const [bad] = someSubjects(1) as [string];
    failsFor(bad);
    await appendEvents(parley, workspace.id, [bad, bad, bad]);
    await sendUntil(parley, receiver, 3);
    expect(new Set(receiver.ids).size).toBe(3);
  });

  it('events of one transaction are all sent, with at most as many requests at once as it may have', async () => {
    await call('PATCH', hook.path, { parallelism: 2 });
    receiver.answer((response) => {
      setTimeout(() => response.writeHead(204).end(), 20);
    });
    const subjects = someSubjects(20);
    await appendTogether(parley, workspace.id, subjects);
    await sendUntil(parley, receiver, 20);
    expect([...receiver.subjects].sort()).toEqual([...subjects].sort());
    expect(receiver.mostOpen).toBe(2);
  });
});

describe('failing', () => {
  it('five failures in a row make it failing; one probe at a time; a success makes it catch up', async () => {
    receiver.answer(503);
    const subjects = someSubjects(12);
    await appendEvents(parley, workspace.id, subjects);
    await drainUntil(parley, async () => (await state()).state === 'failing');
    const { cursor, needsAttention, lastFailure, consecutiveFailures } = await state();
    expect([needsAttention, lastFailure.class]).toEqual([['failing'], 'server_error']);
    expect(consecutiveFailures).toBeGreaterThanOrEqual(5);
    receiver.clear();
    for (let probe = 0; probe < 3; probe++) {
      await skipWaits();
      await parley.drain();
    }
    const [oldest] = receiver.ids;
    expect(receiver.ids).toEqual([oldest, oldest, oldest]);
    expect((await state()).cursor).toBe(cursor);
    receiver.clear();
    receiver.answer(200);
    await skipWaits();
    await sendUntil(parley, receiver, 12);
    expect(receiver.ids[0]).toBe(oldest);
    expect([...receiver.subjects].sort()).toEqual([...subjects].sort());
    expect(await state()).toMatchObject({ state: 'active', needsAttention: [], consecutiveFailures: 0 });
  });

  it('mails owners and admins after an hour, once, and is paused after 72 hours; resumed, nothing is missing', async () => {
    receiver.answer(500);
    const subjects = someSubjects(7);
    await appendEvents(parley, workspace.id, subjects);
    await drainUntil(parley, async () => (await state()).state === 'failing');
    const since = (hours: number) =>
      parley.database.query(`UPDATE webhooks SET failing_since = now() - make_interval(hours => $1) WHERE id = $2`, [
        hours,
        hook.id,
      ]);
    await since(1);
    for (let probe = 0; probe < 2; probe++) {
      await skipWaits();
      await parley.drain();
    }
    const mails = async () => (await parley.mails()).filter(({ text }) => text.includes(hook.id));
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Webhook failing: 127.0.0.1'),
    ]);
    await since(72);
    await skipWaits();
    await drainUntil(parley, async () => (await state()).state === 'paused');
    expect(await state()).toMatchObject({ pauseReason: 'failing_too_long', needsAttention: ['paused'] });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('failing'),
      expect.stringContaining('paused'),
    ]);
    receiver.clear();
    receiver.answer(200);
    await call('PATCH', hook.path, { state: 'active' });
    await sendUntil(parley, receiver, 7);
    expect([...receiver.subjects].sort()).toEqual([...subjects].sort());
  });

  it('410 pauses at once', async () => {
    receiver.answer(410);
    await appendEvents(parley, workspace.id, someSubjects(3));
    await drainUntil(parley, async () => (await state()).state === 'paused');
    expect(await state()).toMatchObject({ pauseReason: 'gone', lastFailure: { class: 'client_error', status: 410 } });
  });

  it('Retry-After: no request before that', async () => {
    receiver.answer((response) => {
      response.writeHead(429, { 'retry-after': '31536000' }).end();
    });
    await appendEvents(parley, workspace.id, someSubjects(1));
    await sendUntil(parley, receiver, 1);
    await appendEvents(parley, workspace.id, someSubjects(1));
    await parley.drain();
    expect(receiver.hooks).toHaveLength(1);
    const [{ failureClass, nextAttemptAt }] = await deliveries();
    const wait = Date.parse(nextAttemptAt) - Date.now();
    expect([failureClass, wait > 3_500_000, wait <= 3_961_000]).toEqual(['rate_limited', true, true]);
  });

  it('an event that failed 14 times within its time has failed', async () => {
    failsFor('none');
    const [bad] = someSubjects(1) as [string];
    failsFor(bad, 400);
    await appendEvents(parley, workspace.id, [bad]);
    await sendUntil(parley, receiver, 1);
    await parley.database.query(`
      UPDATE webhook_deliveries SET attempt_count = 13, first_attempt_at = now() - interval '14 hours', next_attempt_at = now()
      WHERE state = 'pending'`);
    await skipWaits();
    await sendUntil(parley, receiver, 2);
    expect(await deliveries()).toMatchObject([{ state: 'failed', attemptCount: 14, nextAttemptAt: null }]);
  });
});
