import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { appendEvents, sendUntil, someSubjects } from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import { isGenuine } from '../support/webhook-receiver';
import { WebhookDesk } from '../support/webhook-desk';

const desk = WebhookDesk.forSuite();

describe('createWebhook', () => {
  it('201 with the webhook and its secret', async () => {
    const { status, body, headers } = await desk.create({
      name: ' Warehouse ',
      events: ['webhook.*', 'webhook.created'],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1${desk.path}/${body.webhook.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.webhook).toMatchObject({
      ...{
        workspaceId: desk.workspace.id,
        name: 'Warehouse',
        url: desk.receiver.url,
        events: ['webhook.*', 'webhook.created'],
      },
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
    const { status, body } = await desk.create({ url });
    expect([status, body.code, body.details[0].path, body.details[0].code]).toEqual([
      400,
      'validation_failed',
      '/url',
      code,
    ]);
    expect((await desk.call('GET', desk.path)).body.webhooks).toEqual([]);
  });

  it('400 for an event that does not exist, named by its place', async () => {
    const { status, body } = await desk.create({ events: ['webhook.created', 'webhook.exploded'] });
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
    const { status, body } = await desk.create(input);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  it.each([
    [{ events: undefined }, '/events', 'must be an array'],
    [{ events: ['*', '*'] }, '/events', 'must not contain the same element twice'],
    [{ url: 'http://localhost:4000/hook' }, '/url', expect.stringContaining('`parley webhooks listen`')],
  ])('400 for %j, with what must be the case', async (input, path, message) => {
    const { status, body } = await desk.create(input);
    expect([status, body.details]).toEqual([400, [expect.objectContaining({ path, message })]]);
  });

  it('400 association_invalid for an agent of another workspace', async () => {
    const elsewhere = await anAgent(desk.parley, await aWorkspace(desk.parley, desk.admin), desk.admin);
    const { status, body } = await desk.create({ agentIds: [elsewhere.id] });
    expect([status, body.code]).toEqual([400, 'association_invalid']);
  });

  it('403 plan_limit_reached for the third one of a free workspace, also at once', async () => {
    desk.workspace = await aWorkspace(desk.parley, desk.admin, { planId: 'free' });
    const replies = await Promise.all([desk.create({}), desk.create({}), desk.create({})]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403]);
    const refused = replies.find(({ status }) => status === 403)!;
    expect(refused.body.details[0]).toMatchObject({ limit: 'webhooks', max: 2 });
  });

  it('403 without the right to read the inbox', async () => {
    const { secret } = await aCredential(desk.parley, desk.owner, { scopes: ['workspaces:read', 'workspaces:write'] });
    const reply = await desk.parley.call('POST', desk.path, {
      token: secret,
      body: { url: desk.receiver.url, events: ['*'] },
    });
    expect([reply.status, reply.body.code]).toEqual([403, 'scope_missing']);
  });

  it('begins after a position of the past', async () => {
    const first = await desk.make();
    const subjects = someSubjects(2);
    await appendEvents(desk.parley, desk.workspace.id, subjects);
    await sendUntil(desk.parley, desk.receiver, 2);
    desk.receiver.clear();
    await desk.make({
      after: desk.receiver.hooks[0]?.event.position ?? (await desk.call('GET', first.path)).body.cursor,
    });
    await desk.parley.drain();
    expect(desk.receiver.hooks).toEqual([]);
  });
});

describe('listWebhooks, getWebhook', () => {
  it('200 newest first, in pages', async () => {
    const made = [await desk.make(), await desk.make()];
    const first = (await desk.call('GET', `${desk.path}?limit=1`)).body;
    const second = (await desk.call('GET', `${desk.path}?limit=1&cursor=${first.nextCursor}`)).body;
    const ids = [first, second].map(({ webhooks: [one] }) => one.id as string);
    expect([ids, second.nextCursor]).toEqual([made.map(({ id }) => id).reverse(), null]);
    expect((await desk.call('GET', made[0]!.path)).body).toEqual(second.webhooks[0]);
  });
});

describe('updateWebhook', () => {
  it('200 changes what is sent, and counts the version', async () => {
    const { path } = await desk.make();
    const { body } = await desk.call('PATCH', path, { name: 'New', parallelism: 1, expectedVersion: 1 });
    expect(body).toMatchObject({ name: 'New', parallelism: 1, version: 2, events: ['webhook.removed'] });
    expect((await desk.call('PATCH', path, { name: 'New' })).body.version).toBe(2);
  });

  it('409 version_conflict', async () => {
    const { path } = await desk.make();
    const { status, body } = await desk.call('PATCH', path, { name: 'New', expectedVersion: 7 });
    expect([status, body.code, body.details[0].currentVersion]).toEqual([409, 'version_conflict', 1]);
  });

  it('400 for a private address, and changes nothing', async () => {
    const { path } = await desk.make();
    const { status, body } = await desk.call('PATCH', path, { url: 'https://192.168.0.1/', name: 'New' });
    expect([status, body.details[0].code]).toEqual([400, 'blocked_address']);
    expect((await desk.call('GET', path)).body).toMatchObject({ url: desk.receiver.url, name: null, version: 1 });
  });

  it('pauses and resumes: everything since is sent, in order', async () => {
    const { path } = await desk.make();
    expect((await desk.call('PATCH', path, { state: 'paused' })).body).toMatchObject({
      state: 'paused',
      pauseReason: 'manual',
      needsAttention: ['paused'],
    });
    const subjects = someSubjects(5);
    await appendEvents(desk.parley, desk.workspace.id, subjects);
    await desk.parley.drain();
    expect(desk.receiver.hooks).toEqual([]);
    expect((await desk.call('PATCH', path, { state: 'active' })).body).toMatchObject({
      state: 'active',
      pauseReason: null,
    });
    await sendUntil(desk.parley, desk.receiver, 5);
    expect(desk.receiver.subjects).toEqual(subjects);
  });
});

describe('removeWebhook', () => {
  it('200, then 404, and no request afterwards', async () => {
    const { path } = await desk.make();
    expect((await desk.call('DELETE', path)).body).toEqual({ deleted: true });
    expect((await desk.call('DELETE', path)).status).toBe(404);
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await desk.parley.drain();
    expect(desk.receiver.hooks).toEqual([]);
  });
});

describe('rotateWebhookSecret', () => {
  it('201 both secrets sign until the grace ends', async () => {
    const { path, secret: first } = await desk.make();
    const { status, body } = await desk.call('POST', `${path}/secret/rotate`, {});
    expect(status).toBe(201);
    expect(body.webhook.secrets).toMatchObject([{ expiresAt: null }, { hint: first.slice(-4) }]);
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await sendUntil(desk.parley, desk.receiver, 1);
    const [hook] = desk.receiver.hooks;
    expect(String(hook!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([isGenuine(hook!, first), isGenuine(hook!, body.secret)]).toEqual([true, true]);
  });

  it('a second rotation drops the oldest, and a grace of 0 ends the former at once', async () => {
    const { path, secret: first } = await desk.make();
    const { secret: second } = (await desk.call('POST', `${path}/secret/rotate`, {})).body;
    const { secret: third, webhook } = (await desk.call('POST', `${path}/secret/rotate`, { graceSeconds: 0 })).body;
    expect(webhook.secrets).toHaveLength(1);
    await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
    await sendUntil(desk.parley, desk.receiver, 1);
    const [hook] = desk.receiver.hooks;
    expect([first, second, third].map((secret) => isGenuine(hook!, secret))).toEqual([false, false, true]);
  });

  it.each([-1, 604_801, 1.5])('400 for a grace of %d', async (graceSeconds) => {
    const { path } = await desk.make();
    expect((await desk.call('POST', `${path}/secret/rotate`, { graceSeconds })).body.details[0].path).toBe(
      '/graceSeconds',
    );
  });
});

describe('testWebhook', () => {
  it('200 sends a sample that is signed, also to a paused webhook, and changes nothing', async () => {
    const { path, secret } = await desk.make();
    await desk.call('PATCH', path, { state: 'paused' });
    const { status, body } = await desk.call('POST', `${path}/test`, { type: 'webhook.state_changed' });
    expect([status, body]).toEqual([
      200,
      { delivered: true, status: 200, durationMs: expect.any(Number), failureClass: null, responseExcerpt: null },
    ]);
    const [hook] = desk.receiver.hooks;
    expect(isGenuine(hook!, secret)).toBe(true);
    expect(hook!.event).toMatchObject({
      type: 'webhook.state_changed',
      data: { agentId: expect.any(String), state: 'active' },
    });
    desk.receiver.answer(500);
    expect((await desk.call('POST', `${path}/test`)).body).toMatchObject({
      delivered: false,
      status: 500,
      failureClass: 'server_error',
    });
    expect((await desk.call('GET', path)).body).toMatchObject({ consecutiveFailures: 0, state: 'paused' });
    expect((await desk.call('GET', `${path}/deliveries`)).body.deliveries).toEqual([]);
  });

  it('400 for a type that does not exist', async () => {
    const { path } = await desk.make();
    expect((await desk.call('POST', `${path}/test`, { type: 'webhook.exploded' })).body.details[0].path).toBe('/type');
  });
});
