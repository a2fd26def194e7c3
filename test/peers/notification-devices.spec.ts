import { createHash } from 'node:crypto';
import { NotFound } from '../../src/common/errors/domain-error';
import { NotificationDevicesService } from '../../src/notifications/devices/notification-devices.service';
import { PushKeysService } from '../../src/notifications/push/push-keys.service';
import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { PushReceiver } from '../support/push-receiver';
import { PushService, type TestSubscription } from '../support/push-service';

const DEVICES = '/member-notifications/subscriptions';
const FIELDS = ['id', 'label', 'status', 'lastActiveAt', 'lastSuccessAt', 'needsAttention', 'failureClass'];
const origin = 'http://localhost:3000';

let parley: Parley;
let beside: Parley;
let service: PushService;
let account: TestAccount;
let token: string;

beforeAll(async () => {
  service = await PushService.start();
  parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1', LIMIT_DEVICE_TEST_PER_USER: '4' } });
  beside = await startParley({ beside: parley });
});
afterAll(async () => {
  await beside.stop();
  await parley.stop();
  await service.stop();
});
beforeEach(async () => {
  account = await anAccount(parley);
  token = (await aCredential(parley, account)).secret;
});

const register = (subscription: TestSubscription, changes: object = {}, as: object = { token }) =>
  parley.call('POST', DEVICES, { ...as, body: { label: 'Chrome on Android', subscription, ...changes } });
const list = async (as: object = { token }) => (await parley.call('GET', DEVICES, as)).body.devices;
const test = (id: string) => parley.call('POST', `${DEVICES}/${id}/test`, { token });

describe('getPushKey', () => {
  it('is one point of P-256, for all processes and for ever', async () => {
    const keys = await Promise.all([parley, beside].map((one) => one.get(PushKeysService).publicKey()));
    const { body } = await parley.call('GET', '/member-notifications/push-key', { token });
    expect(new Set([...keys, body.publicKey]).size).toBe(1);
    expect(Buffer.from(body.publicKey, 'base64url')).toHaveLength(65);
  });

  it('is one where two processes need the first one at the same time, and is not replaced where it cannot be opened', async () => {
    for (let round = 0; round < 5; round += 1) {
      await parley.database.query('DELETE FROM push_keys');
      const services = [parley, beside].map(
        (one) => new PushKeysService(one.get(PushKeysService)['keys'], one.settings),
      );
      const pairs = await Promise.all([...services, ...services].map((keys) => keys.pair()));
      expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1);
    }
    const before = await parley.database.query('SELECT * FROM push_keys');
    expect(before[0].private_key_sealed.toString('latin1')).not.toContain(before[0].public_key);
    const other = { values: { ...parley.settings.values, SECRET_KEY: 'x'.repeat(32) } } as never;
    const stranger = new PushKeysService(parley.get(PushKeysService)['keys'], other);
    await expect(stranger.pair()).rejects.toThrow('sealed with another SECRET_KEY');
    expect(await stranger.publicKey()).toBe(before[0].public_key);
    expect(await parley.database.query('SELECT * FROM push_keys')).toEqual(before);
    parley.get(PushKeysService)['known'] = null;
  });
});

describe('registerNotificationDevice', () => {
  it('429 past what one user may register an hour, whichever device it is', async () => {
    Object.assign(parley.settings.values, { LIMIT_DEVICE_REGISTRATION_PER_USER: 2 });
    const subscription = service.subscribe();
    const replies = [await register(subscription), await register(subscription), await register(service.subscribe())];
    const other = (await aCredential(parley, await anAccount(parley))).secret;
    replies.push(await register(service.subscribe(), {}, { token: other }));
    Object.assign(parley.settings.values, { LIMIT_DEVICE_REGISTRATION_PER_USER: 0 });
    expect(replies.map(({ status }) => status)).toEqual([201, expect.any(Number), 429, 201]);
    expect(Number(replies[2]!.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await list()).toHaveLength(1);
  });

  it('201 with the device, in the fields of the specification and without endpoint and keys', async () => {
    const subscription = service.subscribe();
    const { status, body } = await register({ ...subscription, expirationTime: null } as never);
    expect([status, Object.keys(body)]).toEqual([201, FIELDS]);
    expect(body).toMatchObject({
      label: 'Chrome on Android',
      status: 'enabled',
      needsAttention: false,
      lastSuccessAt: null,
    });
    expect(await list()).toEqual([body]);
    const [row] = await parley.database.query('SELECT * FROM notification_devices WHERE id = $1', [body.id]);
    const stored = Object.values(row as object).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    const { endpoint, keys } = subscription;
    const telling = [
      endpoint,
      keys.auth,
      keys.p256dh,
      createHash('sha256').update(endpoint).digest().toString('latin1'),
    ];
    expect(stored.filter((text) => telling.some((secret) => text.includes(secret)))).toEqual([]);
    parley.guard(endpoint, keys.auth);
  });

  it('again: the same device, used a moment ago, with what is known of it', async () => {
    const subscription = service.subscribe();
    const first = (await register(subscription)).body;
    await test(first.id);
    await parley.call('PATCH', `${DEVICES}/${first.id}`, { token, body: { paused: true } });
    const again = (await register(subscription, { label: 'Phone' })).body;
    expect(again).toMatchObject({ id: first.id, label: 'Phone', status: 'paused' });
    expect(again.lastSuccessAt).not.toBeNull();
    expect(again.lastActiveAt > first.lastActiveAt).toBe(true);
    // Other keys: the browser has subscribed anew.
    const anew = (await register({ ...subscription, keys: new PushReceiver().keys })).body;
    expect(anew).toMatchObject({ id: first.id, status: 'enabled', lastSuccessAt: null });
  });

  it('moves an endpoint to the user who registered it last', async () => {
    const subscription = service.subscribe();
    const { id } = (await register(subscription)).body;
    const other = { token: (await aCredential(parley, await anAccount(parley))).secret };
    const moved = (await register(subscription, {}, other)).body;
    expect(moved.id).not.toBe(id);
    expect([await list(), await list(other)]).toEqual([[], [moved]]);
    expect((await test(id)).status).toBe(404);
  });

  it('20 at most, however many at once; one that hears nothing any more makes room', async () => {
    const replies = await Promise.all(Array.from({ length: 23 }, () => register(service.subscribe())));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('device_limit_reached');
    const gone = service.subscribe(410);
    const { id } = (await list())[0];
    await parley.call('DELETE', `${DEVICES}/${id}`, { token });
    const expired = (await register(gone)).body.id;
    await test(expired);
    expect((await register(service.subscribe())).status).toBe(201);
    expect((await list()).map((device: { id: string }) => device.id)).not.toContain(expired);
    expect((await register(service.subscribe())).status).toBe(409);
  });

  it.each([
    ['/subscription/endpoint', { endpoint: 'http://push.example/1' }],
    ['/subscription/endpoint', { endpoint: 'https://10.0.0.1/1' }],
    ['/subscription/endpoint', { endpoint: 'https://[::ffff:127.0.0.2]/1' }],
    ['/subscription/endpoint', { endpoint: 'https://user:password@push.example/1' }],
    ['/subscription/endpoint', { endpoint: `https://push.example/${'x'.repeat(2048)}` }],
    ['/subscription/keys/auth', { keys: { ...new PushReceiver().keys, auth: 'AAAA' } }],
    ['/subscription/keys/auth', { keys: { ...new PushReceiver().keys, auth: '!' } }],
    ['/subscription/keys/p256dh', { keys: { ...new PushReceiver().keys, p256dh: 'AAAA' } }],
    [
      '/subscription/keys/p256dh',
      { keys: { ...new PushReceiver().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    ],
  ])('400 at %s (case %#)', async (path, change) => {
    const { status, body } = await register({ ...service.subscribe(), ...(change as object) });
    expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', path]);
    expect(await list()).toEqual([]);
  });
});

describe('a session that is ended', () => {
  it('takes its devices along, until the member signs in there again', async () => {
    const cookie = { cookie: account.cookie, origin };
    const subscription = service.subscribe();
    const { id } = (await register(subscription, {}, cookie)).body;
    await parley.call('DELETE', '/sessions/current', cookie);
    expect(await list()).toMatchObject([{ id, status: 'revoked', needsAttention: false }]);
    expect(await test(id)).toMatchObject({ status: 409, body: { code: 'device_revoked' } });
    expect(service.of(subscription)).toEqual([]);
    expect((await register(subscription)).body).toMatchObject({ id, status: 'enabled' });
    // It is remembered for as long as the device would be silent by it.
    await register(service.subscribe(), {}, { cookie: (await anAccount(parley)).cookie, origin });
    await parley.database.query(`UPDATE sessions SET revoked_at = now() - interval '90 days',
      expires_at = now() - interval '80 days' WHERE id IN (SELECT session_id FROM notification_devices)`);
    await parley.drain();
    expect(await parley.database.query('SELECT id FROM notification_devices WHERE session_id IS NULL')).toEqual([]);
  });
});

describe('testNotificationDevice', () => {
  it('tells what became of it, in the language of the owner, to a paused device too', async () => {
    await parley.call('PATCH', '/account/preferences', { token, body: { locale: 'de-AT' } });
    const subscription = service.subscribe();
    const { id } = (await register(subscription)).body;
    await parley.call('PATCH', `${DEVICES}/${id}`, { token, body: { paused: true, label: 'Telefon' } });
    const { status, body } = await test(id);
    expect([status, body.outcome, body.retryAt]).toEqual([200, 'accepted', null]);
    expect(body.device).toMatchObject({ id, label: 'Telefon', status: 'paused' });
    const [{ notification } = { notification: {} }] = service.opened(subscription);
    expect(notification).toMatchObject({
      title: 'Testbenachrichtigung',
      lang: 'de',
      navigate: 'http://localhost:3000/devices',
    });
    service.answer(subscription, { status: 429, headers: { 'retry-after': '20' } });
    const refused = (await test(id)).body;
    expect(refused).toMatchObject({ outcome: 'retry', device: { failureClass: 'rate_limited' } });
    expect(refused.retryAt).toMatch(/Z$/);
  });

  it('429 for one too many', async () => {
    const { id } = (await register(service.subscribe())).body;
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await test(id)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('the device of another account', () => {
  it('is nowhere, also where only its id says which it is', async () => {
    const subscription = service.subscribe();
    const { id } = (await register(subscription)).body;
    const stranger = await anAccount(parley);
    const as = { token: (await aCredential(parley, stranger)).secret };
    expect((await parley.call('PATCH', `${DEVICES}/${id}`, { ...as, body: { label: 'Mine' } })).status).toBe(404);
    expect((await parley.call('POST', `${DEVICES}/${id}/test`, as)).status).toBe(404);
    // The path is looked up before the service is called; this is the service alone.
    const devices = parley.get(NotificationDevicesService);
    await expect(devices.test(stranger.id, id)).rejects.toThrow(NotFound);
    await expect(devices.update(stranger.id, id, { label: 'Mine' })).rejects.toThrow(NotFound);
    await expect(devices.remove(stranger.id, id)).rejects.toThrow(NotFound);
    expect(service.opened(subscription)).toEqual([]);
    expect(await list()).toMatchObject([{ id, label: 'Chrome on Android' }]);
  });
});

describe('removeNotificationDevice', () => {
  it('200, then 404, and nothing is sent there any more', async () => {
    const { id } = (await register(service.subscribe())).body;
    expect((await parley.call('DELETE', `${DEVICES}/${id}`, { token })).body).toEqual({ deleted: true });
    expect((await parley.call('DELETE', `${DEVICES}/${id}`, { token })).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});

describe('the settings of a workspace', () => {
  it('are the member’s own, of the agents that they see', async () => {
    const workspace = await aWorkspace(parley, account);
    const owner = await aCredential(parley, account);
    const [shop, desk] = [await anAgent(parley, workspace, owner), await anAgent(parley, workspace, owner)];
    const colleague = await anAccount(parley);
    await aMember(parley, workspace, colleague, { role: 'member', restrictedAgentIds: [desk.id] });
    const restricted = { token: (await aCredential(parley, colleague)).secret };
    const path = `/workspaces/${workspace.id}/notification-settings`;
    const agents = [shop, desk].map(({ id, name }) => ({ agentId: id, name, muted: false }));
    expect((await parley.call('GET', path, { token })).body).toEqual({
      workspaceId: workspace.id,
      muted: false,
      showContent: true,
      agents,
      unsubscribedEvents: [],
      emailFailure: null,
      updatedAt: null,
    });
    expect((await parley.call('GET', path, restricted)).body.agents).toEqual(agents.slice(1));
    const refused = await parley.call('PATCH', path, { ...restricted, body: { mutedAgentIds: [shop.id] } });
    expect([refused.status, refused.body.code]).toEqual([400, 'association_invalid']);
    await parley.call('PATCH', path, { token, body: { showContent: false } });
    const changed = await parley.call('PATCH', path, { token, body: { mutedAgentIds: [shop.id] } });
    expect(changed.body).toMatchObject({
      muted: false,
      showContent: false,
      agents: [{ muted: true }, { muted: false }],
    });
    // Only the owner's.
    expect((await parley.call('GET', path, restricted)).body).toMatchObject({ showContent: true, updatedAt: null });

    await register(service.subscribe());
    const gone = (await register(service.subscribe(410))).body;
    await test(gone.id);
    const summary = (await parley.call('GET', `/workspaces/${workspace.id}/member-notifications`, { token })).body;
    expect(summary.members).toMatchObject([
      { role: 'owner', devices: { enabled: 1, expired: 1, failing: 0 }, needsAttention: true, muted: false },
      { role: 'member', devices: { enabled: 0, expired: 0 }, needsAttention: false, lastSuccessAt: null },
    ]);
    expect(summary.agents).toEqual([
      { agentId: shop.id, name: shop.name, memberCount: 1, listeningCount: 0, reachableCount: 0 },
      { agentId: desk.id, name: desk.name, memberCount: 2, listeningCount: 2, reachableCount: 1 },
    ]);
    expect((await parley.call('GET', `/workspaces/${workspace.id}/member-notifications`, restricted)).status).toBe(403);
  });
});
