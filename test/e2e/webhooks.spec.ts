import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { appendEvents, aWebhook, drainUntil, sendUntil, someSubjects, type TestWebhook } from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { isGenuine, WebhookReceiver } from '../support/webhook-receiver';

let parley: Parley;
let receiver: WebhookReceiver;
let owner: TestAccount;
let admin: IssuedCredential;
let workspace: { id: string };
let webhooks: string;

beforeAll(async () => {
  parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1' } });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await parley.stop();
  await receiver.stop();
});

beforeEach(async () => {
  owner = await anAccount(parley);
  admin = await aCredential(parley, owner);
  workspace = await aWorkspace(parley, admin);
  webhooks = `/workspaces/${workspace.id}/webhooks`;
  receiver.clear();
  receiver.answer(200);
});

// Events of earlier tests must not reach the receiver later.
afterEach(() => parley.database.query('DELETE FROM webhooks'));

const call = (method: string, path: string, body?: object) =>
  parley.call(method, path, { token: admin.secret, ...(body && { body }) });
const create = (body: object) => call('POST', webhooks, { url: receiver.url, events: ['*'], ...body });
const make = (input: object = {}): Promise<TestWebhook> =>
  aWebhook(parley, workspace, admin, { url: receiver.url, ...input });

describe('createWebhook', () => {
  it('201 with the webhook and its secret', async () => {
    const { status, body, headers } = await create({ name: ' Warehouse ', events: ['webhook.*', 'webhook.created'] });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1${webhooks}/${body.webhook.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.webhook).toMatchObject({
      ...{ workspaceId: workspace.id, name: 'Warehouse', url: receiver.url, events: ['webhook.*', 'webhook.created'] },
      ...{ agentIds: null, content: 'none', ordering: 'subject', parallelism: 4, schemaVersion: 1, state: 'active' },
      ...{
        pauseReason: null,
        needsAttention: [],
        missed: null,
        consecutiveFailures: 0,
        nextAttemptAt: null,
        version: 1,
      },
      ...{ lastDeliveredAt: null, lastFailure: null, lagSeconds: 0 },
      secrets: [{ hint: body.secret.slice(-4), expiresAt: null }],
    });
    expect(body.webhook.cursor).toMatch(/^\d+_\d+_\d+$/);
  });

  it.each([
    ['ftp://hooks.example.com/', 'blocked_address'],
    ['http://hooks.example.com/', 'blocked_address'],
    ['https://hooks.example.com:8443/', 'blocked_address'],
    ['https://10.0.0.1/', 'blocked_address'],
    ['https://169.254.169.254/latest', 'blocked_address'],
    ['https://[::1]/', 'blocked_address'],
    ['https://0xa.1/', 'blocked_address'],
    ['https://localhost/', 'blocked_address'],
    ['https://user:secret@hooks.example.com/', 'invalid'],
    ['https://hooks.example.com/#part', 'invalid'],
    ['hooks.example.com', 'invalid'],
  ])('400 for the address %s', async (url, code) => {
    const { status, body } = await create({ url });
    expect([status, body.code, body.details[0].path, body.details[0].code]).toEqual([
      400,
      'validation_failed',
      '/url',
      code,
    ]);
    expect((await call('GET', webhooks)).body.webhooks).toEqual([]);
  });

  it('400 for an event that does not exist, named by its place', async () => {
    const { status, body } = await create({ events: ['webhook.created', 'webhook.exploded'] });
    expect([status, body.details[0].path]).toEqual([400, '/events/1']);
  });

  it.each([
    [{ events: [] }, '/events'],
    [{ events: ['*', '*'] }, '/events'],
    [{ events: ['drop table'] }, '/events'],
    [{ agentIds: [] }, '/agentIds'],
    [{ parallelism: 11 }, '/parallelism'],
    [{ content: 'all' }, '/content'],
    [{ after: 'soon' }, '/after'],
    [{ after: '1_999999999999_0' }, '/after'],
  ])('400 for %j', async (input, path) => {
    const { status, body } = await create(input);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  it('400 association_invalid for an agent of another workspace', async () => {
    const elsewhere = await anAgent(parley, await aWorkspace(parley, admin), admin);
    const { status, body } = await create({ agentIds: [elsewhere.id] });
    expect([status, body.code]).toEqual([400, 'association_invalid']);
  });

  it('403 plan_limit_reached for the third one of a free workspace, also at once', async () => {
    webhooks = `/workspaces/${(await aWorkspace(parley, admin, { planId: 'free' })).id}/webhooks`;
    const replies = await Promise.all([create({}), create({}), create({})]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403]);
    const refused = replies.find(({ status }) => status === 403)!;
    expect(refused.body.details[0]).toMatchObject({ limit: 'webhooks', max: 2 });
  });

  it('403 without the right to read the inbox', async () => {
    const { secret } = await aCredential(parley, owner, { scopes: ['workspaces:read', 'workspaces:write'] });
    const reply = await parley.call('POST', webhooks, { token: secret, body: { url: receiver.url, events: ['*'] } });
    expect([reply.status, reply.body.code]).toEqual([403, 'scope_missing']);
  });

  it('begins after a position of the past', async () => {
    const first = await make();
    const subjects = someSubjects(2);
    await appendEvents(parley, workspace.id, subjects);
    await sendUntil(parley, receiver, 2);
    receiver.clear();
    await make({ after: receiver.hooks[0]?.event.position ?? (await call('GET', first.path)).body.cursor });
    await parley.drain();
    expect(receiver.hooks).toEqual([]);
  });
});

describe('listWebhooks, getWebhook', () => {
  it('200 newest first, in pages', async () => {
    const made = [await make(), await make()];
    const first = (await call('GET', `${webhooks}?limit=1`)).body;
    const second = (await call('GET', `${webhooks}?limit=1&cursor=${first.nextCursor}`)).body;
    const ids = [first, second].map(({ webhooks: [one] }) => one.id as string);
    expect([ids, second.nextCursor]).toEqual([made.map(({ id }) => id).reverse(), null]);
    expect((await call('GET', made[0]!.path)).body).toEqual(second.webhooks[0]);
  });
});

describe('updateWebhook', () => {
  it('200 changes what is sent, and counts the version', async () => {
    const { path } = await make();
    const { body } = await call('PATCH', path, { name: 'New', parallelism: 1, expectedVersion: 1 });
    expect(body).toMatchObject({ name: 'New', parallelism: 1, version: 2, events: ['webhook.removed'] });
    expect((await call('PATCH', path, { name: 'New' })).body.version).toBe(2);
  });

  it('409 version_conflict', async () => {
    const { path } = await make();
    const { status, body } = await call('PATCH', path, { name: 'New', expectedVersion: 7 });
    expect([status, body.code, body.details[0].currentVersion]).toEqual([409, 'version_conflict', 1]);
  });

  it('400 for a private address, and changes nothing', async () => {
    const { path } = await make();
    const { status, body } = await call('PATCH', path, { url: 'https://192.168.0.1/', name: 'New' });
    expect([status, body.details[0].code]).toEqual([400, 'blocked_address']);
    expect((await call('GET', path)).body).toMatchObject({ url: receiver.url, name: null, version: 1 });
  });

  it('pauses and resumes: everything since is sent, in order', async () => {
    const { path } = await make();
    expect((await call('PATCH', path, { state: 'paused' })).body).toMatchObject({
      state: 'paused',
      pauseReason: 'manual',
      needsAttention: ['paused'],
    });
    const subjects = someSubjects(5);
    await appendEvents(parley, workspace.id, subjects);
    await parley.drain();
    expect(receiver.hooks).toEqual([]);
    expect((await call('PATCH', path, { state: 'active' })).body).toMatchObject({ state: 'active', pauseReason: null });
    await sendUntil(parley, receiver, 5);
    expect(receiver.subjects).toEqual(subjects);
  });
});

describe('removeWebhook', () => {
  it('200, then 404, and no request afterwards', async () => {
    const { path } = await make();
    expect((await call('DELETE', path)).body).toEqual({ deleted: true });
    expect((await call('DELETE', path)).status).toBe(404);
    await appendEvents(parley, workspace.id, someSubjects(1));
    await parley.drain();
    expect(receiver.hooks).toEqual([]);
  });
});

describe('rotateWebhookSecret', () => {
  it('201 both secrets sign until the grace ends', async () => {
    const { path, secret: first } = await make();
    const { status, body } = await call('POST', `${path}/secret/rotate`, {});
    expect(status).toBe(201);
    expect(body.webhook.secrets).toMatchObject([{ expiresAt: null }, { hint: first.slice(-4) }]);
    await appendEvents(parley, workspace.id, someSubjects(1));
    await sendUntil(parley, receiver, 1);
    const [hook] = receiver.hooks;
    expect(String(hook!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([isGenuine(hook!, first), isGenuine(hook!, body.secret)]).toEqual([true, true]);
  });

  it('a second rotation drops the oldest, and a grace of 0 ends the former at once', async () => {
    const { path, secret: first } = await make();
    const { secret: second } = (await call('POST', `${path}/secret/rotate`, {})).body;
    const { secret: third, webhook } = (await call('POST', `${path}/secret/rotate`, { graceSeconds: 0 })).body;
    expect(webhook.secrets).toHaveLength(1);
    await appendEvents(parley, workspace.id, someSubjects(1));
    await sendUntil(parley, receiver, 1);
    const [hook] = receiver.hooks;
    expect([first, second, third].map((secret) => isGenuine(hook!, secret))).toEqual([false, false, true]);
  });

  it.each([-1, 604_801, 1.5])('400 for a grace of %d', async (graceSeconds) => {
    const { path } = await make();
    expect((await call('POST', `${path}/secret/rotate`, { graceSeconds })).body.details[0].path).toBe('/graceSeconds');
  });
});

describe('testWebhook', () => {
  it('200 sends a sample that is signed, also to a paused webhook, and changes nothing', async () => {
    const { path, secret } = await make();
    await call('PATCH', path, { state: 'paused' });
    const { status, body } = await call('POST', `${path}/test`, { type: 'webhook.state_changed' });
    expect([status, body]).toEqual([200, { delivered: true, status: 200, durationMs: expect.any(Number), failureClass: null, responseExcerpt: null }]); // prettier-ignore
    const [hook] = receiver.hooks;
    expect(isGenuine(hook!, secret)).toBe(true);
    expect(hook!.event).toMatchObject({
      type: 'webhook.state_changed',
      data: { agentId: expect.any(String), state: 'active' },
    });
    receiver.answer(500);
    expect((await call('POST', `${path}/test`)).body).toMatchObject({
      delivered: false,
      status: 500,
      failureClass: 'server_error',
    });
    expect((await call('GET', path)).body).toMatchObject({ consecutiveFailures: 0, state: 'paused' });
    expect((await call('GET', `${path}/deliveries`)).body.deliveries).toEqual([]);
  });

  it('400 for a type that does not exist', async () => {
    const { path } = await make();
    expect((await call('POST', `${path}/test`, { type: 'webhook.exploded' })).body.details[0].path).toBe('/type');
  });
});

describe('listWebhookDeliveries, getWebhookDelivery', () => {
  it('200 with attempts, and the event as it was sent', async () => {
    const { path } = await make();
    receiver.answerEach((hook) => (receiver.hooks.indexOf(hook) === 0 ? 500 : 200));
    const subjects = someSubjects(2);
    await appendEvents(parley, workspace.id, subjects);
    await sendUntil(parley, receiver, 2);
    const { deliveries } = (await call('GET', `${path}/deliveries`)).body;
    expect(deliveries.map(({ state }: { state: string }) => state).sort()).toEqual(['delivered', 'pending']);
    const pending = (await call('GET', `${path}/deliveries?state=pending`)).body.deliveries;
    expect(pending).toMatchObject([
      { attemptCount: 1, status: 500, failureClass: 'server_error', nextAttemptAt: expect.any(String) },
    ]);
    const byEvent = (await call('GET', `${path}/deliveries?eventId=${pending[0].eventId}&type=webhook.removed`)).body;
    expect(byEvent.deliveries).toEqual(pending);
    const { body } = await call('GET', `${path}/deliveries/${pending[0].id}`);
    expect(body.attempts).toMatchObject([{ number: 1, status: 500, failureClass: 'server_error' }]);
    expect(body.event).toEqual(receiver.hooks[0]!.event);
  });
});

describe('redeliverWebhookDelivery', () => {
  it('202 sends the same body with the same id again', async () => {
    const { path } = await make();
    await appendEvents(parley, workspace.id, someSubjects(1));
    await sendUntil(parley, receiver, 1);
    const [{ id }] = (await call('GET', `${path}/deliveries`)).body.deliveries;
    const { status, body } = await call('POST', `${path}/deliveries/${id}/redeliver`);
    expect([status, body.state]).toEqual([202, 'pending']);
    await sendUntil(parley, receiver, 2);
    const [first, again] = receiver.hooks;
    expect([again!.body, again!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']]);
    expect([first!.headers['parley-attempt'], again!.headers['parley-attempt']]).toEqual(['1', '2']);
  });
});

describe('replayWebhook, getWebhookReplay, cancelWebhookReplay', () => {
  it('202 sends the events since an instant again, byte for byte, and then is done', async () => {
    const { path } = await make();
    const { cursor } = (await call('GET', path)).body;
    await appendEvents(parley, workspace.id, someSubjects(3));
    await sendUntil(parley, receiver, 3);
    const { status, body: replay } = await call('POST', `${path}/replays`, { from: cursor });
    expect([status, replay.state, replay.sent]).toEqual([202, 'running', 0]);
    await drainUntil(parley, async () => (await call('GET', `${path}/replays/${replay.id}`)).body.state === 'done');
    expect((await call('GET', `${path}/replays/${replay.id}`)).body).toMatchObject({ sent: 3, failed: 0 });
    const [first, again] = [receiver.hooks.slice(0, 3), receiver.hooks.slice(3)];
    expect(again.map(({ body }) => body).sort()).toEqual(first.map(({ body }) => body).sort());
    expect(new Set(again.map(({ headers }) => headers['parley-replay']))).toEqual(new Set([replay.id]));
  });

  it('409 while another one runs, until that is cancelled', async () => {
    const { path } = await make();
    await call('PATCH', path, { state: 'paused' });
    const from = new Date(Date.now() - 60_000).toISOString();
    const { body } = await call('POST', `${path}/replays`, { from });
    expect((await call('POST', `${path}/replays`, { from })).body.code).toBe('replay_in_progress');
    expect((await call('DELETE', `${path}/replays/${body.id}`)).body.state).toBe('cancelled');
    expect((await call('POST', `${path}/replays`, { from })).status).toBe(202);
  });

  it.each([{ from: 'yesterday' }, { from: '9999999999999_999999999999_0' }, {}])('400 for %j', async (input) => {
    const { path } = await make();
    expect((await call('POST', `${path}/replays`, input)).status).toBe(400);
  });
});
